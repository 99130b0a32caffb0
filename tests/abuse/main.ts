import { withOwnServer } from '../crash/server-process.ts'
import { schemes } from './schemes.ts'
import { productionRules, townOf } from './town.ts'

/** Plays every scheme as strangers against a Garbo with the rules of production, over HTTP only. */

let paying = 0
await withOwnServer('abuse', { envIn: () => productionRules }, async ({ garbo }) => {
  for (const [n, { name, plan, play }] of schemes.entries()) {
    const town = townOf(garbo, `s${n}`)
    const from = performance.now()
    const earned = await play(town).catch((error: unknown) => [String(error)])
    const seconds = Math.round((performance.now() - from) / 1_000)
    const { accounts, requests } = town.cost
    console.log(`${name}: ${plan}`)
    console.log(`  cost: ${accounts} accounts, ${requests} requests, ${seconds} s`)
    console.log(`  earned: ${earned.length === 0 ? 'nothing' : earned.join('; ')}`)
    paying += Number(earned.length > 0)
  }
})
console.log(paying === 0 ? `none of ${schemes.length} schemes pays` : `${paying} of ${schemes.length} schemes pay`)
process.exit(paying === 0 ? 0 : 1)
