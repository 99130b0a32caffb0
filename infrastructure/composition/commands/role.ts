import { Argument } from 'commander'
import { StaffRole } from '../../../domain/access/account/events.ts'
import { systemClock } from '../../clock.ts'
import type { Register } from '../commands.ts'
import type { Config } from '../config.ts'
import type { Foundations } from '../foundations.ts'
import { accountWith, asOperator } from './accounts.ts'
import { beside } from './beside.ts'

const roles = ['MODERATORE', 'ADMIN', 'REVISORE']

/** staff roles, the first ADMIN's among them, come from here and nowhere else. */
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
  if (!StaffRole.is(name)) throw new Error(`There is no role ${name}`)
  const accountId = await accountWith(foundations, email)
  const at = systemClock(config.GARBO_CLOCK_OFFSET_DAYS)()
  const command = { type: verb === 'grant' ? 'GrantRole' : 'RevokeRole', role: name, by: null, at } as const
  const changes = await asOperator(foundations, accountId, command, at)
  console.log(changes === 0 ? 'Nothing to change.' : `${verb === 'grant' ? 'Granted' : 'Revoked'} ${name}.`)
}
