import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lineWriter } from "../../../mock-server/src/cli/request-lines.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A stream whose reader can be paused. */
function stream() {
  const made = {
    text: "",
    writableLength: 0,
    reads: true,
    write(text: string) {
      made.text += text;
      if (!made.reads) made.writableLength += text.length;
    },
  };
  return made;
}

test("lines within some milliseconds are written together", () => {
  const to = stream();
  const write = vi.spyOn(to, "write");
  const tell = lineWriter(to);
  for (let at = 0; at < 100; at++) tell(`line ${at}`);
  vi.runAllTimers();
  expect(write).toHaveBeenCalledTimes(1);
  expect(to.text.split("\n")).toHaveLength(101);
});

test("output for a stalled reader is buffered up to some megabytes; dropped lines are reported later", () => {
  const to = stream();
  const warned: string[] = [];
  const tell = lineWriter(to, (message) => warned.push(message));
  to.reads = false;
  const line = "x".repeat(1000);
  for (let at = 0; at < 20_000; at++) {
    tell(line);
    if (at % 10 === 0) vi.runAllTimers();
  }
  vi.runAllTimers();
  expect(to.text.length).toBeGreaterThan(4 << 20);
  expect(to.text.length).toBeLessThan(5 << 20);
  const told = to.text.split("\n").length - 1;
  to.reads = true;
  to.writableLength = 0;
  tell("again");
  vi.runAllTimers();
  expect(warned).toEqual([`${20_000 - told} log lines were dropped because the reader was too slow`]);
  expect(to.text.endsWith("\nagain\n")).toBe(true);
});
