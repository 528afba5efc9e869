// The JSON API, for what a test does behind the pages.

import assert from "node:assert/strict";

/**
 * Sends a request that must succeed, and returns the answer.
 * @param {string} url of the server
 * @param {string | undefined} token of whoever asks
 * @param {string} path below `/api/v1`
 * @param {object} [body] makes it a POST
 * @param {string} [test] the name of the test, for what a server in test mode derives from it
 */
export async function api(url, token, path, body, test) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      "Content-Type": "application/json",
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(test ? { "Neuland-Test": test } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = /** @type {any} */ (await response.json());
  assert.ok(response.ok, `${path}: ${JSON.stringify(answer)}`);
  return answer;
}
