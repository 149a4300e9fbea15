/** The style of the page at `/docs`. */
export const DOCS_STYLE = `:root{--g:#fff;--r:#f6f7f8;--l:#e2e5e9;--t:#1c2128;--q:#59636e;--a:#0b6b63;color-scheme:light dark}
@media(prefers-color-scheme:dark){:root{--g:#14171b;--r:#1c2026;--l:#2f353d;--t:#e3e6ea;--q:#9aa4af;--a:#5cc9bd}}
*{box-sizing:border-box}body{font:16px/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem 4rem;background:var(--g);color:var(--t)}
a{color:var(--a);text-decoration:none}a:hover{text-decoration:underline}small,th{color:var(--q);font-weight:400}
code,pre,input,output{font:13.5px/1.5 ui-monospace,Menlo,Consolas,monospace}
pre,output{display:block;background:var(--r);border:1px solid var(--l);border-radius:8px;padding:.75rem 1rem;overflow:auto;white-space:pre;max-height:30rem}
output{margin-top:.75rem}output[hidden]{display:none}
section{margin-top:2.5rem;border-top:1px solid var(--l)}h2{margin:1.25rem 0 .25rem}h2 a{color:inherit}.path{margin:.25rem 0}
ul{columns:18rem;padding-left:1.1rem}.wide{overflow-x:auto}table{width:100%;border-collapse:collapse;font-size:.92rem}
td,th{text-align:left;padding:.4rem .8rem .4rem 0;border-bottom:1px solid var(--l);vertical-align:top}
input{width:100%;min-width:11rem;padding:.35rem .5rem;border:1px solid var(--l);border-radius:6px;background:var(--r);color:inherit}
#key{max-width:32rem}button{margin-top:.75rem;padding:.35rem 1.1rem;border:0;border-radius:6px;background:var(--a);color:var(--g);font:inherit;cursor:pointer}
summary{cursor:pointer;margin:.6rem 0}:focus-visible{outline:2px solid var(--a);outline-offset:2px}
@media(max-width:40rem){form tr,form td{display:block}form th{display:none}form td{border:0;padding:.1rem 0}form tr{border-bottom:1px solid var(--l);padding:.5rem 0}}`;
