import { describe, expect, it, onTestFinished } from 'vitest'
import { emailTemplates, notificationTexts } from '../../../application/all.ts'
import type { AccountNotification } from '../../../application/accounts/notification-ports.ts'
import type { EmailContext } from '../../../application/email.ts'
import { notificationText } from '../../../application/notification-texts.ts'
import type { AccountEvent } from '../../../domain/accounts/account-events.ts'
import { account } from '../../../domain/accounts/account.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import type { NotificationKind } from '../../../domain/kernel/vocabulary.ts'
import { clientEmailConfirmed, clientRegistered, giulia } from '../../support/accounts/account-fixtures.ts'
import { accountSamples } from '../../support/accounts/event-samples.ts'
import { at } from '../../support/sample-values.ts'

const notificationOf = (
  kind: NotificationKind,
  about: string,
  values: AccountNotification['values'] = {},
): AccountNotification => ({ id: `${about}.0`, kind, about, values, at: at('2026-05-04') })
const rated = notificationOf('rating-received', 'ClientRated', { count: 1 })
const booked = notificationOf('booking', 'BookingConfirmed', { hotel: 'Hotel Aurora', day: '2026-06-02' })
const rewarded = notificationOf('reward-issued', 'RewardIssued', { percent: 10 })
const device = notificationOf('new-device', 'SignedInOnNewDevice')

const consents = (changes: object): AccountEvent => ({
  type: 'PreferencesSet',
  data: { ...accountSamples.PreferencesSet, emailNotifications: true, smsNotifications: true, ...changes },
})
const withoutEmail = (noEmail: readonly NotificationKind[]): AccountEvent => ({
  type: 'NotificationSettingsChanged',
  data: {
    accountId: giulia.accountId,
    noEmail,
    noSms: [],
    noPush: [],
    digest: 'none',
    quietHours: true,
    at: giulia.at,
  },
})

let countedFor = '+393331234567'
const write = async (
  template: 'notification-mail' | 'notification-sms',
  notifications: readonly AccountNotification[],
  ...more: readonly AccountEvent[]
) => {
  const past = [clientRegistered, ...more]
  const to = fold(account, past)
  const services = {
    nameHasher: { phone: (number: string) => `hash of ${number}` },
    notifications: {
      store: { inMessage: () => TE.right(notifications) },
      textOf: (one: AccountNotification, reader: 'client') => notificationText(notificationTexts, one, reader),
      filesOf: () => Promise.resolve([]),
      unsubscribeTokens: { issue: ({ kinds }: { readonly kinds: readonly string[] }) => kinds.join('+') },
    },
  }
  const context = {
    services,
    to,
    past,
    data: { batch: 'b', phone: `hash of ${countedFor}` },
    origin: 'https://garbo.example',
  }
  return emailTemplates[template]?.(context as unknown as EmailContext)
}

describe('the e-mail about a notification', () => {
  it('says what happened, where to read more, and how to end such e-mails', async () => {
    const email = await write('notification-mail', [booked], clientEmailConfirmed)
    expect(email).toMatchObject({
      to: giulia.email,
      subject: 'Prenotazione confermata',
      unsubscribeUrl: 'https://garbo.example/api/unsubscribe?token=booking',
    })
    expect(email?.text).toContain('Ciao Giulia,\n\nHotel Aurora, dal 2 giugno 2026.\n\nPer vedere di più:\n')
    expect(email?.text).toContain('https://garbo.example/my-travels')
    expect(email?.text).toContain('https://garbo.example/unsubscribe/booking')
  })

  it('lists several, and ends all their kinds', async () => {
    const email = await write('notification-mail', [rated, booked, rewarded])
    expect(email?.subject).toBe('Hai 3 novità su Garbo')
    expect(email?.text).toContain('- Nuova valutazione: Una struttura ti ha valutato come ospite.\n- Prenotazione')
    expect(email?.unsubscribeUrl).toContain('token=rating-received+booking+reward-issued')
  })

  it('D-30: leaves out what its reader no longer wants when it is written, and is not sent if that is everything', async () => {
    const chosen = withoutEmail(['rating-received'])
    expect((await write('notification-mail', [rated, booked], chosen))?.subject).toBe('Prenotazione confermata')
    expect(await write('notification-mail', [rated], chosen)).toBeNull()
    expect(await write('notification-mail', [rated], consents({ emailNotifications: false }))).toBeNull()
    expect(await write('notification-mail', [])).toBeNull()
  })

  it('D-30: about a new device is sent in any case, and cannot be ended', async () => {
    const email = await write('notification-mail', [device], consents({ emailNotifications: false }))
    expect(email?.subject).toBe('Accesso da un nuovo dispositivo')
    expect(email?.unsubscribeUrl).toBeUndefined()
    expect(email?.text).not.toContain('/unsubscribe/')
  })
})

describe('the text message about notifications', () => {
  it('Q-114: is short, and sent with consent only', async () => {
    expect(await write('notification-sms', [booked])).toBeNull()
    expect(await write('notification-sms', [booked], consents({}))).toMatchObject({
      channel: 'sms',
      to: '+393331234567',
      text: 'Garbo: Prenotazione confermata. Hotel Aurora, dal 2 giugno 2026. https://garbo.example/my-travels',
    })
    const paid = notificationOf('payout', 'PayoutConfirmed')
    const hidden = notificationOf('decision', 'ReviewHidden')
    expect(await write('notification-sms', [booked, rewarded, paid, hidden, device], consents({}))).toMatchObject({
      text:
        'Garbo: Hai 4 novità su Garbo. Prenotazione confermata, Pagamento AVA arrivato, La tua recensione è stata ' +
        'nascosta e altre. https://garbo.example/notifications',
    })
  })

  it('D-37: leaves only to the number that it was counted for', async () => {
    countedFor = '+393470000000'
    onTestFinished(() => void (countedFor = '+393331234567'))
    expect(await write('notification-sms', [booked], consents({}))).toBeNull()
  })
})
