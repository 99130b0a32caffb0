import { holderOf } from '../../../application/access/doors.ts'
import { handle } from '../../../application/handle.ts'
import { account, type AccountCommand } from '../../../domain/access/account/decider.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { keyedNames } from '../../access/names.ts'
import { newId } from '../../ids.ts'
import type { Foundations } from '../foundations.ts'
import { secretFor } from '../secrets.ts'

/** Whose e-mail address this is. */
export const accountWith = async ({ history, rootSecret }: Foundations, email: string): Promise<string> => {
  const names = keyedNames(secretFor(rootSecret, 'names'))
  const holder = await holderOf({ history }, 'email', names.email(email))()
  if (E.isLeft(holder)) throw new Error('The log cannot be read', { cause: holder.left })
  if (holder.right === null) throw new Error(`No account has the address ${email}`)
  return holder.right
}

/** A command to an account in the operator's name; how many events came of it. */
export const asOperator = async (
  { history }: Foundations,
  accountId: string,
  command: AccountCommand,
  at: Instant,
): Promise<number> => {
  const actor = { id: null, role: 'operator' } as const
  const meta = { correlationId: newId(), causationId: null, actor, occurredAt: at }
  const done = await handle({ history, newId })(account, accountId, command, meta)()
  if (E.isLeft(done)) throw new Error(`Refused: ${JSON.stringify(done.left)}`)
  return done.right.events.length
}
