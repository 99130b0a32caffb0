import { expect, it, onTestFinished } from 'vitest'
import { monthOf } from '../../../../application/analytics/monthly-reports.ts'
import { daysAfter, romeDay } from '../../../../domain/kernel/italian-calendar.ts'
import { systemClock } from '../../../../infrastructure/clock-and-ids.ts'
import { earnAva } from '../../../support/ava/earned-ava.ts'
import { startMailServer } from '../../../support/message-gateways.ts'
import { servingTable } from '../../../support/projections.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../../support/users.ts'

const lastMonth = monthOf(daysAfter(monthOf(romeDay(systemClock(0)())).from, -1))

it('D-34, D-56: the report of the past month is sent once as a PDF, to businesses with Premium in the month or now only', async () => {
  const mail = await startMailServer()
  const garbo = await startTestGarbo({ NOTIFICATION_PAUSE_MINUTES: '0' })
  onTestFinished(async () => {
    await garbo.stop()
    await mail.stop()
  })
  const rosa = await signUpBusiness(garbo, 'rosa')
  const ana = await signUpClient(garbo, 'ana')
  await signUpBusiness(garbo, 'bruno')
  const { id: anaId } = (await ana.browser.get('/api/auth/user')).body as { id: string }
  for (const [{ browser }, id] of [
    [rosa, rosa.id],
    [ana, anaId],
  ] as const) {
    const settings = (await browser.get('/api/notifications/preferences')).body as object
    await browser.send('PUT', '/api/notifications/preferences', { ...settings, quietHours: false })
    await earnAva(garbo.config, id, 10)
    const bought = await browser.post('/api/ava/upgrade-premium', { durationDays: 30 }, browser.idempotencyKey())
    expect(bought.status).toBe(200)
  }
  const premiumOf = async (name: string, until: string) => {
    const venue = await signUpBusiness(garbo, name)
    const settings = (await venue.browser.get('/api/notifications/preferences')).body as object
    await venue.browser.send('PUT', '/api/notifications/preferences', { ...settings, quietHours: false })
    await earnAva(garbo.config, venue.id, 10)
    await venue.browser.post('/api/ava/upgrade-premium', { durationDays: 30 }, venue.browser.idempotencyKey())
    const table = await servingTable(garbo.database.pool, 'premium_accounts')
    const { rowCount } = await garbo.database.pool.query(
      `update read.${table} set premium_until = $2 where account_id = $1`,
      [venue.id, until],
    )
    expect(rowCount).toBe(1)
    return venue
  }
  // Premium that ended on the first day of the month, before its report is due, and on the last day before it
  const carla = await premiumOf('carla', `${lastMonth.from}T12:00:00Z`)
  await premiumOf('dario', `${daysAfter(lastMonth.from, -1)}T12:00:00Z`)
  const reports = async () => (await mail.messages()).filter(({ subject }) => subject?.startsWith('Il tuo report di'))
  await garbo.restart({ SMTP_URL: mail.url })
  await expect.poll(async () => (await reports()).length, { timeout: 30_000 }).toBe(2)
  await garbo.restart({ SMTP_URL: mail.url })

  const sent = await reports()
  const recipients = sent.flatMap(({ to }) => to?.map(({ address }) => address))
  expect(recipients).toHaveLength(2)
  expect(new Set(recipients)).toEqual(new Set([rosa.email, carla.email]))
  const report = sent.find(({ to }) => to?.[0]?.address === rosa.email)
  expect(report?.text).toContain(`/analytics?period=custom&from=${lastMonth.from}&to=${lastMonth.to}`)
  const [attachment] = report?.attachments ?? []
  const name = `garbo-report-${lastMonth.from.slice(0, 7)}.pdf`
  expect(attachment).toMatchObject({ filename: name, mimeType: 'application/pdf' })
  expect(report?.text).toContain(`In allegato: ${name}`)
  expect(
    Buffer.from(attachment?.content as ArrayBuffer)
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})
