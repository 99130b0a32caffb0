import '../composition/v8-flags.ts'
import { Command } from 'commander'
import { readConfig } from '../composition/config.ts'
import { commands } from './commands.ts'

const program = new Command('garbo').description(
  'Administration of Garbo. Most commands can be used while Garbo is running.',
)
for (const register of commands) register(program, () => readConfig(process.env))
try {
  await program.parseAsync()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
