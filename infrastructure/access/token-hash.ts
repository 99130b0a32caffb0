import { createHash } from 'node:crypto'

/** How a token of ours lies in the database: 256 random bits need no salt and no slow hash. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
