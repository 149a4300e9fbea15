/**
 * Test helpers for every runner: a client with prepared responses.
 *
 * @module @intent-tx/mock-server/testing
 */
export { createFakeClient, type FakeAnswers, type FakeCall, FakeClient } from "./fake-client.js";
