/**
 * Test helpers for every runner: a client that answers what it is told.
 *
 * @module @intent-tx/mock-server/testing
 */
export { createFakeClient, type FakeAnswers, type FakeCall, FakeClient } from "./fake-client.js";
