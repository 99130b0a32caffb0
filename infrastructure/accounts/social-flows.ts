import { randomBytes } from 'node:crypto'
import type { OAuthChallenge, SocialFlows } from '../../application/accounts/ports.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { keyedHash } from './hashing.ts'
import { type Database, storageTask } from './storage.ts'

const ttlMinutes = 10

/** Derives nonce and verifier from state and secret, so that Postgres holds nothing that could complete a sign-in. */
export const postgresSocialFlows = (db: Database, secret: Uint8Array): SocialFlows => {
  const derive = (kind: string, state: string) => keyedHash(secret, kind, state).toString('base64url')
  const challengeFor = (state: string): OAuthChallenge => ({
    state,
    nonce: derive('nonce', state),
    verifier: derive('verifier', state),
  })
  const hashOf = (kind: 'state' | 'browser', text: string) => keyedHash(secret, kind, text)

  return {
    open: ({ provider, app }, browser, at) =>
      storageTask(async () => {
        const state = randomBytes(32).toString('base64url')
        await db.query('insert into access.social_flows values ($1, $2, $3, $4, $5)', [
          hashOf('state', state),
          provider,
          hashOf('browser', browser),
          app,
          plusMinutes(at, ttlMinutes),
        ])
        return challengeFor(state)
      }),
    take: (provider, state, browser, at) =>
      storageTask(async () => {
        const { rows } = await db.query<{ app: boolean }>(takeSql, [
          hashOf('state', state),
          provider,
          hashOf('browser', browser),
          at,
        ])
        const [row] = rows
        return row === undefined ? null : { provider, app: row.app, challenge: challengeFor(state) }
      }),
    sweep: (at) =>
      storageTask(
        async () => (await db.query('delete from access.social_flows where expires_at <= $1', [at])).rowCount ?? 0,
      ),
  }
}

/** Another browser cannot use up the flow. */
const takeSql = `
  delete from access.social_flows
  where state_hash = $1 and provider = $2 and browser_hash = $3 and expires_at > $4
  returning app`
