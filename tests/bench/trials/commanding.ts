import { byTurns, emmett, flawless, ours, ratesOf, type Trial } from '../bench.ts'
import { compared } from '../finding.ts'

const command: Trial = {
  goals: ['P13'],
  run: async (bench) => {
    const { commands } = bench.plan
    const load = { callers: 16, past: 20 }
    const peer = await emmett(bench, await bench.bestPool(16))
    const mine = await ours(bench)
    await mine.subject.ask('command', { ...load, commands: commands.ours })
    await peer.subject.ask('command', { ...load, commands: commands.peer })
    const run = await byTurns(bench, {
      emmett: async () => flawless(await peer.subject.ask('command', { ...load, commands: commands.peer })),
      ours: async () => flawless(await mine.subject.ask('command', { ...load, commands: commands.ours })),
    })
    for (const { dismiss } of [mine, peer]) await dismiss()
    return [compared('P13', 'rate', ratesOf(run.ours), ratesOf(run.emmett), '/s')]
  },
}

export const commandingTrials: readonly Trial[] = [command]
