import { E } from '../../../domain/kernel/fp.ts'
import { postgresDeviceTokens } from '../../access/device-tokens.ts'
import { postgresSessions } from '../../access/sessions.ts'
import { systemClock } from '../../clock.ts'
import { newId } from '../../ids.ts'
import type { Register } from '../commands.ts'
import type { Config } from '../config.ts'
import type { Foundations } from '../foundations.ts'
import { accountWith, asOperator } from './accounts.ts'
import { beside } from './beside.ts'

export const sessionCommands: Register = (program, config) => {
  program
    .command('sessions')
    .description('where accounts are open')
    .command('end')
    .description("ends an account's sessions on every device; its owner is told by letter")
    .argument('<account>', "the account's e-mail address, or its id")
    .action((whose: string) => beside(config(), (foundations) => end(foundations, config(), whose)))
}

/** The sessions first: what dies in between leaves nothing on record that is not so. */
const end = async (foundations: Foundations, config: Config, whose: string): Promise<void> => {
  const accountId = whose.includes('@') ? await accountWith(foundations, whose) : whose
  const { pool } = foundations.storage
  const limits = { idleHours: config.SESSION_IDLE_HOURS, maxDays: config.SESSION_MAX_DAYS }
  await postgresSessions(pool, limits).endAllOf(accountId)
  const revoked = await postgresDeviceTokens(pool).revokeAllOf(accountId)()
  if (E.isLeft(revoked)) throw new Error('The database cannot be reached', { cause: revoked.left })
  const at = systemClock(config.GARBO_CLOCK_OFFSET_DAYS)()
  await asOperator(foundations, accountId, { type: 'EndSessions', endingId: newId(), by: null, at }, at)
  console.log('Every session of the account has ended; its owner is told by letter.')
}
