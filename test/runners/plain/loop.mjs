import * as mockServer from "@intent-tx/mock-server";
import * as client from "intent-tx";
import * as solana from "intent-tx/solana";
import { loop } from "./loop.cjs";

await loop(mockServer, client, solana);
