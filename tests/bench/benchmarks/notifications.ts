import { randomBytes } from 'node:crypto'
import { assertEqual, assertNoFailures, type Benchmark, ratesOf, runInterleaved } from '../harness.ts'
import { absoluteResult, formatFigure, ratioResult } from '../result.ts'
import { median } from '../statistics.ts'
import { startSubject } from '../subject.ts'
import type { BareMailerTasks } from '../subjects/bare-mailer.ts'
import type { GarboTasks } from '../subjects/garbo.ts'
import type { MailServerTasks } from '../subjects/mail-server.ts'

/**
 * L6: ratings are released to guests at the same time. One worker finds them in the log, plans the e-mails, writes and
 * sends them; the next planning is up to ten seconds away. The bare loop sends the same text to the same recipients.
 */
const notifications: Benchmark = {
  goals: ['L6'],
  run: async ({ cluster, ...bench }) => {
    const count = bench.plan.notified
    const mail = startSubject<MailServerTasks>('mail-server', {})
    const mailUrl = await mail.ask('url', undefined)
    const database = await cluster.database('counted')
    const bareDatabase = await cluster.database('empty')
    const shared = { url: database.url, masterKey: randomBytes(32).toString('base64') }
    const settings = { SMTP_URL: mailUrl, NOTIFICATION_PAUSE_MINUTES: '0' }
    const worker = startSubject<GarboTasks>('garbo', { ...shared, role: 'worker', settings })
    const events = startSubject<GarboTasks>('garbo', { ...shared, role: 'api' })
    const bare = startSubject<BareMailerTasks>('bare-mailer', { url: bareDatabase.url, mailUrl })
    const guests = await events.ask('registerGuests', { count })
    let sent = 0
    const workerMs = async () => (await worker.ask('measure', undefined)).processorMs + cluster.processorMs()
    const notify = async () => {
      await events.ask('holdRatings', { guests })
      await database.takeStatementCount()
      const [from, before] = [performance.now(), await workerMs()]
      await events.ask('releaseRatings', { guests })
      await mail.ask('receive', { total: (sent += count) })
      const seconds = (performance.now() - from) / 1_000
      await events.ask('settle', undefined)
      const statements = (await database.takeStatementCount()) / count
      return { rate: count / seconds, cost: ((await workerMs()) - before) / count, statements }
    }
    await notify()
    const letter = await mail.ask('newest', undefined)
    const sendBare = async () => {
      const before = cluster.processorMs()
      const { rate, cpu } = assertNoFailures(await bare.ask('send', { recipients: guests, letter }))
      await mail.ask('receive', { total: (sent += count) })
      return { rate, cost: cpu / 1_000 + (cluster.processorMs() - before) / count }
    }
    await sendBare()
    const run = await runInterleaved({ cluster, ...bench }, { bare: sendBare, ours: notify })
    const counts = await mail.ask('counts', undefined)
    for (const subject of [worker, events, bare, mail]) await subject.end()
    for (const { drop } of [database, bareDatabase]) await drop()
    assertEqual('messages received', counts.received, sent)
    assertEqual('different messages', counts.different, sent)
    const perHour = ratesOf(run.ours).map((rate) => rate * 3_600)
    const of = (leg: keyof typeof run) => run[leg].map(({ cost }) => cost)
    return [
      absoluteResult(
        'L6',
        'rate',
        perHour,
        `${formatFigure(count)} at a time, ${formatFigure(median(ratesOf(run.ours)))}/s`,
      ),
      ratioResult('L6', 'bare', ratesOf(run.ours), ratesOf(run.bare), '/s'),
      ratioResult('L6', 'cost', of('ours'), of('bare'), ' ms'),
      absoluteResult(
        'L6',
        'statements',
        run.ours.map(({ statements }) => statements),
        'against 1',
      ),
    ]
  },
}

export const notificationBenchmarks: readonly Benchmark[] = [notifications]
