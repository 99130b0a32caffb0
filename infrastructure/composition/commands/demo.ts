import type { Register } from '../commands.ts'
import { accountsToTry } from '../demo/accounts.ts'
import { seedDemo } from '../demo/seed.ts'

/** A data set to try things in; `npm run demo` has a data folder of its own for it. */
export const demoCommands: Register = (program, config) => {
  program
    .command('demo')
    .description('invented venues and guests, to try Garbo with')
    .command('seed')
    .description('fills an empty data folder with half a year of them; never in production, nor beside other accounts')
    .action(async () => {
      const interrupted = new AbortController()
      for (const word of ['SIGINT', 'SIGTERM'] as const) process.once(word, () => interrupted.abort())
      const outcome = await seedDemo({ config: config(), tell, signal: interrupted.signal })
      if (outcome === 'there already') tell('The demonstration is there already; nothing was changed.')
      for (const line of accountsToTry()) tell(line)
    })
}

const tell = (line: string): void => console.log(line)
