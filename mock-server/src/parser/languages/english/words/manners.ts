import { words } from "../../words.js";

/** "I'd be grateful if you sent …": the order that a past stands for, behind the words that ask so. */
export const SUBJUNCTIVES: Readonly<Record<string, string>> = {
  sent: "send",
  swapped: "swap",
  transferred: "transfer",
  paid: "pay",
  converted: "convert",
  exchanged: "exchange",
  traded: "trade",
  bought: "buy",
  sold: "sell",
  moved: "move",
  gave: "give",
  forwarded: "forward",
  wired: "wire",
};

/** Papers that have a number, which counts nothing: "for invoice #2031". */
export const REFERENCES: readonly string[] = words`
    for invoice, for the invoice, for order, for the order, for ticket, for the ticket, for bill, for the bill,
    for receipt, for reference, for purchase order, for booking, for reservation`;

/** "hook me up by sending …": the order that a gerund stands for, behind the words that lead to one. */
export const GERUNDS: Readonly<Record<string, string>> = {
  sending: "send",
  swapping: "swap",
  buying: "buy",
  selling: "sell",
  transferring: "transfer",
  converting: "convert",
  exchanging: "exchange",
  trading: "trade",
  paying: "pay",
  moving: "move",
  turning: "turn",
  changing: "change",
  switching: "switch",
  flipping: "flip",
  forwarding: "forward",
  wiring: "wire",
  putting: "put",
  giving: "give",
  getting: "get",
  grabbing: "grab",
  purchasing: "purchase",
  dumping: "dump",
  tipping: "tip",
};
