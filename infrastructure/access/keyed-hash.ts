import { createHmac } from 'node:crypto'

/** HMAC-SHA-256 over parts that cannot run into each other. */
export const keyedHash = (secret: Uint8Array, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
