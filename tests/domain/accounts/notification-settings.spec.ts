import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccountEvent } from '../../../domain/accounts/account-events.ts'
import { account } from '../../../domain/accounts/account.ts'
import {
  afterQuietHours,
  defaultNotificationSettings,
  deliveriesOf,
  type ChosenNotificationSettings,
  type NotificationSettings,
  settingsSeenBy,
} from '../../../domain/accounts/notification-settings.ts'
import type { AccountKind } from '../../../domain/accounts/vocabulary.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import { romeDay } from '../../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { notificationKinds } from '../../../domain/kernel/vocabulary.ts'
import { clientRegistered, giulia } from '../../support/accounts/account-fixtures.ts'
import { spec } from '../../support/decider-spec.ts'
import { at } from '../../support/sample-values.ts'

const { given } = spec(account)
const { accountId } = giulia
const consents = { emailNotifications: true, smsNotifications: true }
const settings = (changes: Partial<NotificationSettings> = {}) => ({
  ...defaultNotificationSettings,
  ...consents,
  ...changes,
})
const noon = at('2026-05-04', '10:00')

describe('the notification settings of an account', () => {
  const changed = (noEmail: readonly 'booking'[], day: string): AccountEvent => ({
    type: 'NotificationSettingsChanged',
    data: {
      accountId,
      noEmail,
      noSms: notificationKinds.filter((kind) => !defaultNotificationSettings.kinds[kind].sms),
      noPush: [],
      digest: 'none',
      quietHours: true,
      at: at(day),
    },
  })
  const unsubscribe = { type: 'UnsubscribeFromKinds', kinds: ['booking'], at: at('2026-03-01') } as const

  it('D-30: one click ends the e-mails of a kind, a second one changes nothing', () => {
    const ended = changed(['booking'], '2026-03-01')
    given(clientRegistered).when(unsubscribe).then(ended)
    given(clientRegistered, ended).when(unsubscribe).thenNothing()
  })

  it('D-28: are saved as chosen, and not at all if nothing changes', () => {
    const { kinds } = defaultNotificationSettings
    const chosen = { ...kinds, booking: { ...kinds.booking, email: false } }
    const set = (of: typeof kinds) =>
      ({ type: 'SetNotificationSettings', kinds: of, digest: 'none', quietHours: true, at: at('2026-03-02') }) as const
    given(clientRegistered).when(set(kinds)).thenNothing()
    given(clientRegistered)
      .when(set(chosen))
      .then(changed(['booking'], '2026-03-02'))
    expect(fold(account, [clientRegistered, changed(['booking'], '2026-03-02')])).toMatchObject({
      notificationSettings: { kinds: chosen, digest: 'none', quietHours: true },
    })
  })
})

describe('the kinds of notifications that an account chooses', () => {
  const off = { email: false, sms: false, push: false }
  const chosenKinds = (reader: AccountKind) => Object.keys(settingsSeenBy(reader, defaultNotificationSettings).kinds)
  const set = (kinds: ChosenNotificationSettings['kinds']) =>
    ({ type: 'SetNotificationSettings', kinds, digest: 'none', quietHours: true, at: at('2026-03-02') }) as const

  it('D-28: are those it can get: no monthly report or denied stay for a client, no ratings and discounts for a business', () => {
    const without = (...kinds: readonly string[]) => notificationKinds.filter((kind) => !kinds.includes(kind))
    expect(chosenKinds('client')).toEqual(without('monthly-report', 'stay-denied'))
    expect(chosenKinds('business')).toEqual(without('rating-received', 'reward-issued', 'reward-expiring'))
  })

  it('D-28: keep their channels if they are left out or cannot be received', () => {
    given(clientRegistered)
      .when(set({ 'monthly-report': off }))
      .thenNothing()
    given(clientRegistered)
      .when(set({ reply: off, 'monthly-report': off }))
      .then({
        type: 'NotificationSettingsChanged',
        data: {
          accountId,
          noEmail: ['reply'],
          noSms: notificationKinds.filter((kind) => !defaultNotificationSettings.kinds[kind].sms),
          noPush: ['reply'],
          digest: 'none',
          quietHours: true,
          at: at('2026-03-02'),
        },
      })
  })
})

describe('a browser the account is used in', () => {
  const signIn = (deviceId: string) =>
    ({ type: 'RecordDevice', deviceId, device: 'Firefox su Windows', at: at('2026-03-01') }) as const
  const recorded = (deviceId: string, isFirst: boolean): AccountEvent => ({
    type: 'SignedInOnNewDevice',
    data: { accountId, deviceId, device: 'Firefox su Windows', isFirst, at: at('2026-03-01') },
  })

  it('D-31: is recorded once, and is news unless it is the first', () => {
    const first = recorded('office', true)
    given(clientRegistered).when(signIn('office')).then(first)
    given(clientRegistered, first).when(signIn('office')).thenNothing()
    given(clientRegistered, first).when(signIn('home')).then(recorded('home', false))
  })
})

describe('a notification', () => {
  it('D-28: leaves by the channels chosen for its kind', () => {
    const { kinds } = defaultNotificationSettings
    const onlyPush = settings({ kinds: { ...kinds, booking: { email: false, sms: false, push: true } } })
    expect(deliveriesOf({ kind: 'booking' }, onlyPush, noon)).toEqual([{ channel: 'push', dueAt: noon }])
    expect(deliveriesOf({ kind: 'booking' }, settings(), noon).map(({ channel }) => channel)).toEqual([
      'email',
      'sms',
      'push',
    ])
  })

  it('Q-114: leaves neither by e-mail nor by SMS without consent', () => {
    const none = { ...settings(), emailNotifications: false, smsNotifications: false }
    expect(deliveriesOf({ kind: 'booking' }, none, noon)).toEqual([{ channel: 'push', dueAt: noon }])
  })

  it('D-30: leaves no second e-mail after a statement of reasons', () =>
    expect(deliveriesOf({ kind: 'decision', hasOwnEmail: true }, settings(), noon).map((each) => each.channel)).toEqual(
      ['sms', 'push'],
    ))

  it.each([
    ['at 7:59, until 8', '2026-05-04T05:59:00.000Z', '2026-05-04T06:00:00.000Z'],
    ['at 21, until the next morning', '2026-05-04T19:00:00.000Z', '2026-05-05T06:00:00.000Z'],
    ['at 23 in winter', '2026-12-04T22:00:00.000Z', '2026-12-05T07:00:00.000Z'],
    ['in the night in which summer time begins', '2026-03-28T21:30:00.000Z', '2026-03-29T06:00:00.000Z'],
    ['at 20:59, not at all', '2026-05-04T18:59:59.999Z', '2026-05-04T18:59:59.999Z'],
  ])('D-29: waits %s', (_, now, until) => {
    expect(afterQuietHours(now as Instant)).toBe(until)
    const quiet = deliveriesOf({ kind: 'booking' }, settings(), now as Instant)
    expect(quiet.map(({ dueAt }) => dueAt)).toEqual([until, until, until])
    const loud = deliveriesOf({ kind: 'booking' }, settings({ quietHours: false }), now as Instant)
    expect(loud.map(({ dueAt }) => dueAt)).toEqual([now, now, now])
  })

  it.each([
    ['daily', '2026-05-04T10:00:00.000Z', '2026-05-05T06:00:00.000Z'],
    ['daily', '2026-05-04T05:00:00.000Z', '2026-05-04T06:00:00.000Z'],
    ['weekly', '2026-05-04T10:00:00.000Z', '2026-05-11T06:00:00.000Z'],
    ['weekly', '2026-05-04T05:00:00.000Z', '2026-05-04T06:00:00.000Z'],
  ] as const)('D-29: in a %s digest of %s leaves by e-mail at %s, by push at once', (digest, now, until) =>
    expect(deliveriesOf({ kind: 'reply' }, settings({ digest, quietHours: false }), now as Instant)).toEqual([
      { channel: 'email', dueAt: until },
      { channel: 'push', dueAt: now },
    ]),
  )

  it('D-30: of a sign-in on a new device is sent at once, whatever is chosen', () => {
    const { kinds } = defaultNotificationSettings
    const silent = settings({
      kinds: { ...kinds, 'new-device': { email: false, sms: false, push: false } },
      digest: 'weekly',
    })
    const night = '2026-05-04T23:00:00.000Z' as Instant
    expect(deliveriesOf({ kind: 'new-device' }, { ...silent, emailNotifications: false }, night)).toEqual([
      { channel: 'email', dueAt: night },
    ])
  })

  it('D-29: never leaves in the quiet hours, nor before it happened', () =>
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        fc.constantFrom('none' as const, 'daily' as const, 'weekly' as const),
        (date, digest) => {
          const now = date.toISOString() as Instant
          for (const { dueAt } of deliveriesOf({ kind: 'booking' }, settings({ digest }), now)) {
            const hour = Number(new Intl.DateTimeFormat('en', { ...romeHours }).format(new Date(dueAt)))
            expect(hour).toBeGreaterThanOrEqual(8)
            expect(hour).toBeLessThan(21)
            expect(dueAt >= now).toBe(true)
            expect(Date.parse(romeDay(dueAt)) - Date.parse(romeDay(now))).toBeLessThanOrEqual(7 * 86_400_000)
          }
        },
      ),
    ))
})

const romeHours = { timeZone: 'Europe/Rome', hour: 'numeric', hourCycle: 'h23' } as const
