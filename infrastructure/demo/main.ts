import '../composition/v8-flags.ts'
import { readConfig } from '../composition/config.ts'
import { serveOrExit } from '../composition/serve.ts'
import { demoLogins } from './accounts.ts'
import { seedDemo } from './seed.ts'

const print = (line: string) => console.log(line)
/** Separate from the data folder of `npm start`. */
const defaultHome = './.garbo-demo'

await serveOrExit(() => {
  const config = readConfig({ ...process.env, GARBO_HOME: process.env['GARBO_HOME'] || defaultHome })
  return {
    config,
    beforeStart: async (signal) => {
      print(`Preparing half a year of fictitious venues and guests in ${config.GARBO_HOME}, unless they already exist…`)
      await seedDemo({ config, print, signal })
    },
    onReady: () => demoLogins().forEach(print),
  }
})
