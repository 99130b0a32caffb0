import type { Command } from 'commander'
import { auditCommands } from './commands/audit.ts'
import { payoutCommands } from './commands/payouts.ts'
import { projectionCommands } from './commands/projections.ts'
import { roleCommands } from './commands/role.ts'
import type { Config } from './config.ts'

export type Register = (program: Command, config: () => Config) => void

export const commands: readonly Register[] = [roleCommands, projectionCommands, auditCommands, payoutCommands]
