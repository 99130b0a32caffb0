import type { Command } from 'commander'
import { adCommands } from './commands/ads.ts'
import { auditCommands } from './commands/audit.ts'
import { demoCommands } from './commands/demo.ts'
import { keyCommands } from './commands/keys.ts'
import { payoutCommands } from './commands/payouts.ts'
import { projectionCommands } from './commands/projections.ts'
import { roleCommands } from './commands/role.ts'
import { sessionCommands } from './commands/sessions.ts'
import type { Config } from './config.ts'

export type Register = (program: Command, config: () => Config) => void

export const commands: readonly Register[] = [
  roleCommands,
  sessionCommands,
  projectionCommands,
  auditCommands,
  adCommands,
  payoutCommands,
  keyCommands,
  demoCommands,
]
