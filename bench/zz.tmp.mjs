import { rows } from "./rows/sdk.mjs";
const which = process.argv[2] ?? "intent-tx";
const side = await rows[0].sides[which]();
for (let i=0;i<3000;i++) await side.act();
const cpu=process.cpuUsage(); const N=20000;
for (let i=0;i<N;i++) await side.act();
const c=process.cpuUsage(cpu); console.log(which, ((c.user+c.system)/N).toFixed(1),"us CPU a call");
