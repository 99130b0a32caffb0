import { readdirSync, readFileSync } from 'node:fs'
import { startCluster } from './cluster.ts'
import { ours, emmett } from './bench.ts'
const cluster = await startCluster()
const bench = { cluster }
const backends = (name) => { let t = 0; for (const p of readdirSync('/proc')) if (/^\d+$/.test(p)) try { if (!readFileSync(`/proc/${p}/cmdline`, 'utf8').includes(name)) continue; const s = readFileSync(`/proc/${p}/stat`, 'utf8').split(') ')[1].split(' '); t += (Number(s[11]) + Number(s[12])) * 10_000 } catch {} ; return t }
const mine = await ours(bench)
const peer = await emmett(bench, 10)
const go = async (who, label, load) => {
  await who.subject.ask('append', { ...load, extent: { ms: 2500 } })
  const b = backends(who.database.name)
  const m = await who.subject.ask('append', { ...load, extent: { ms: 4000 } })
  const server = (backends(who.database.name) - b) / m.operations
  console.log(label, JSON.stringify(load), 'rate', m.rate.toFixed(0), 'client µs/op', m.cpu.toFixed(1), 'server µs/op', server.toFixed(1), '=> cpu-bound on 2 cores', (2e6 / (m.cpu + server)).toFixed(0), 'p50', m.latency.p50.toFixed(2), 'failed', m.failed)
}
for (const callers of [1, 16, 64, 256]) {
  await go(mine, 'ours', { callers, events: 1, streams: 'own' })
  if (callers !== 64) await go(peer, 'emmett', { callers, events: 1, streams: 'own' })
}
await go(mine, 'ours hot', { callers: 64, events: 1, streams: 'hot' })
await go(mine, 'ours', { callers: 16, events: 100, streams: 'own' })
await go(peer, 'emmett', { callers: 16, events: 100, streams: 'own' })
await mine.dismiss(); await peer.dismiss(); await cluster.stop()
