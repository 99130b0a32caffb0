import '../engine.ts'
import { readConfig } from '../config.ts'
import { serveOrSay } from '../serve.ts'
import { accountsToTry } from './accounts.ts'
import { seedDemo } from './seed.ts'

const tell = (line: string) => console.log(line)
/** Apart from what `npm start` keeps. */
const home = './.garbo-demo'

await serveOrSay(() => {
  const config = readConfig({ ...process.env, GARBO_HOME: process.env['GARBO_HOME'] || home })
  return {
    config,
    first: async (signal) => {
      tell(`Half a year of invented venues and guests is made in ${config.GARBO_HOME}, unless it is there already…`)
      await seedDemo({ config, tell, signal })
    },
    ready: () => accountsToTry().forEach(tell),
  }
})
