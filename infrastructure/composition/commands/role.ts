import { Argument } from 'commander'
import { holderOf } from '../../../application/access/doors.ts'
import { handle } from '../../../application/handle.ts'
import { account } from '../../../domain/access/account/decider.ts'
import { StaffRole } from '../../../domain/access/account/events.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { keyedNames } from '../../access/names.ts'
import { systemClock } from '../../clock.ts'
import { newId } from '../../ids.ts'
import type { Register } from '../commands.ts'
import type { Config } from '../config.ts'
import type { Foundations } from '../foundations.ts'
import { secretFor } from '../secrets.ts'
import { beside } from './beside.ts'

const roles = ['MODERATORE', 'ADMIN', 'REVISORE']

/** staff roles come from here and nowhere else. */
export const roleCommands: Register = (program, config) => {
  const role = program.command('role').description('staff roles of an account')
  for (const verb of ['grant', 'revoke'] as const)
    role
      .command(verb)
      .description(verb === 'grant' ? 'gives an account a staff role' : 'takes it away')
      .argument('<email>', "the account's e-mail address")
      .addArgument(new Argument('<role>', 'which').choices(roles))
      .action((email: string, name: string) =>
        beside(config(), (foundations) => change(foundations, config(), verb, email, name)),
      )
}

const change = async (
  foundations: Foundations,
  config: Config,
  verb: 'grant' | 'revoke',
  email: string,
  name: string,
): Promise<void> => {
  const { history, masterKey } = foundations
  if (!StaffRole.is(name)) throw new Error(`There is no role ${name}`)
  const names = keyedNames(secretFor(masterKey, 'names'))
  const holder = await holderOf({ history }, 'email', names.email(email))()
  if (E.isLeft(holder)) throw new Error('The log cannot be read', { cause: holder.left })
  if (holder.right === null) throw new Error(`No account has the address ${email}`)

  const at = systemClock(config.GARBO_CLOCK_OFFSET_DAYS)()
  const actor = { id: null, role: 'operator' } as const
  const meta = { correlationId: newId(), causationId: null, actor, occurredAt: at }
  const command = { type: verb === 'grant' ? 'GrantRole' : 'RevokeRole', role: name, by: null, at } as const
  const done = await handle({ history, newId })(account, holder.right, command, meta)()
  if (E.isLeft(done)) throw new Error(`Refused: ${JSON.stringify(done.left)}`)
  const { length: changes } = done.right.events
  console.log(changes === 0 ? 'Nothing to change.' : `${verb === 'grant' ? 'Granted' : 'Revoked'} ${name}.`)
}
