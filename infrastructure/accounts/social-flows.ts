import { randomBytes } from 'node:crypto'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { OAuthChallenge, SocialFlows } from '../../application/accounts/ports.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { statement } from '../postgres/postgres.ts'
import { keyedHash } from './hashing.ts'
import { storageTask } from './storage.ts'

const ttlMinutes = 10

/** Derives nonce and verifier from state and secret, so that Postgres holds nothing that could complete a sign-in. */
export const postgresSocialFlows = (db: CommonQueryMethods, secret: Uint8Array): SocialFlows => {
  const derive = (kind: string, state: string) => keyedHash(secret, kind, state).toString('base64url')
  const challengeFor = (state: string): OAuthChallenge => ({
    state,
    nonce: derive('nonce', state),
    verifier: derive('verifier', state),
  })
  const hashOf = (kind: 'state' | 'browser', text: string) => sql.binary(keyedHash(secret, kind, text))

  return {
    open: ({ provider, app }, browser, at) =>
      storageTask(async () => {
        const state = randomBytes(32).toString('base64url')
        await db.query(statement`
          insert into access.social_flows (state_hash, provider, browser_hash, app, expires_at)
          values (${hashOf('state', state)}, ${provider}, ${hashOf('browser', browser)}, ${app},
            ${plusMinutes(at, ttlMinutes)})`)
        return challengeFor(state)
      }),
    take: (provider, state, browser, at) =>
      storageTask(async () => {
        // another browser cannot use up the flow
        const app = await db.maybeOneFirst(sql.type(z.object({ app: z.boolean() }))`
          delete from access.social_flows
          where state_hash = ${hashOf('state', state)} and provider = ${provider}
            and browser_hash = ${hashOf('browser', browser)} and expires_at > ${at}
          returning app`)
        return app === null ? null : { provider, app, challenge: challengeFor(state) }
      }),
    sweep: (at) =>
      storageTask(
        async () => (await db.query(statement`delete from access.social_flows where expires_at <= ${at}`)).rowCount,
      ),
  }
}
