import { describe, expect, it } from 'vitest'
import { texts } from '../../web/app/texts.ts'
import {
  chooses,
  fills,
  fitsATelephone,
  givesScores,
  givesStars,
  hasFocus,
  hears,
  opens,
  patience,
  presses,
  sees,
  tabsTo,
  walksTo,
} from './browser.ts'
import { confirmsAddress, dayFromNow, pageOf, registersGuest, registersHouse, takesTheCase } from './people.ts'
import { password } from '../support/people.ts'
import { isThere } from './process.ts'
import { stage } from './stage.ts'

const { access, ava, clients, dashboard, home, moderation, ratings, reviews, rewards, shell, travel } = texts

const locanda = { name: 'Locanda Rosa', username: 'rosa', email: 'rosa@example.it' }
const masseria = { name: 'Masseria Mario', username: 'mario', email: 'mario@example.it' }
const bianchi = { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' }

/** The business, the client, the moderator: each before a screen of their own. */
const { garbo, chromium, rosa, ana, mario } = await stage(['rosa', 'ana', 'mario'])

describe('the main flow, as three people experience it', { timeout: 180_000 }, () => {
  it('R-17, Q-24: a business registers and confirms its address with the link in the letter', async () => {
    await registersHouse(rosa, locanda)
    await rosa.getByText(dashboard.unconfirmed).waitFor()
    await confirmsAddress(rosa, locanda)
    await walksTo(rosa, shell.dashboard)
    await rosa.getByText(dashboard.unconfirmed).waitFor({ state: 'detached' })
  })

  it('R-10: a client registers and enters the code from the letter', async () => {
    await registersGuest(ana, bianchi)
    await ana.getByText(ratings.receivedEmpty).waitFor()
  })

  it('R-47, S-24, B-14: the business rates the client, who sees the rating appear', async () => {
    const dialog = await opens(rosa, ratings.add, ratings.dialogTitle)
    await fills(dialog, { [ratings.clientEmail]: bianchi.email, [ratings.stayDate]: dayFromNow(-3) })
    await givesStars(dialog, 5)
    await givesScores(dialog, 9)
    await dialog.getByLabel(ratings.comment).fill('Ospite perfetta')
    await presses(dialog, ratings.submit)
    await hears(rosa, ratings.saved)
    await rosa.getByRole('region', { name: ratings.recent }).getByText('Ana Bianchi').waitFor()
    await hears(ana, dashboard.client.newRatingsTitle)
    await ana.getByRole('region', { name: ratings.received }).getByText('Ospite perfetta').waitFor()
  })

  it('Q-11: a second business becomes a moderator while it has the forbidden page open', async () => {
    await registersHouse(mario, masseria)
    await confirmsAddress(mario, masseria)
    await mario.goto('/admin/reviews')
    await sees(mario, moderation.forbiddenTitle)
    await garbo.operator('role', 'grant', masseria.email, 'MODERATORE')
    await sees(mario, moderation.title)
    await mario.getByText(moderation.laneEmpty).waitFor()
    await mario.getByText(moderation.live).waitFor()
  })

  it('R-105, Q-115: the client reviews the business and unlocks a reward; the business sees the review appear', async () => {
    await walksTo(rosa, shell.ratings, reviews.title)
    await rosa.getByText(reviews.receivedEmpty).waitFor()
    await ana.goto(await pageOf(ana, locanda.name))
    await sees(ana, locanda.name)
    const dialog = await opens(ana, reviews.business.write, reviews.dialogTitle)
    await givesStars(dialog, 4)
    await dialog.getByLabel(reviews.comment).fill('Bella vista sul mare')
    await chooses(dialog, reviews.reason, reviews.reasons.LOCATION)
    await presses(dialog, reviews.submit)
    await hears(ana, reviews.rewardTitle)
    await ana.getByRole('status').getByText(reviews.rewardLine(2, '')).waitFor()
    await ana.getByRole('listitem').getByText('Bella vista sul mare').waitFor()
    await ana.getByText(reviews.business.total(1)).waitFor()
    await rosa.getByRole('region', { name: reviews.received }).getByText('Bella vista sul mare').waitFor()
    await sees(rosa, reviews.title)
  })

  it('R-74, R-75: the business reports and disputes the review; the moderator sees both appear', async () => {
    const report = await opens(rosa, reviews.flag, reviews.flagTitle)
    await chooses(report, reviews.flagReason, reviews.flagReasons.FAKE)
    await presses(report, reviews.flagSubmit)
    await hears(rosa, reviews.flagSent)
    await mario.getByRole('heading', { name: moderation.kinds.FLAG }).waitFor()
    await sees(mario, moderation.title)

    const complaint = await opens(rosa, reviews.dispute, reviews.disputeTitle)
    await chooses(complaint, reviews.disputeReason, reviews.disputeReasons.INCORRECT_INFO)
    await fills(complaint, { [reviews.disputeMessage]: 'Dalle nostre camere il mare non si vede affatto.' })
    await chooses(mario, moderation.lane, moderation.lanes.disputes)
    await mario.getByText(moderation.laneEmpty).waitFor()
    await presses(complaint, reviews.disputeSubmit)
    await hears(rosa, reviews.disputeSent)
    const disputes = rosa.getByRole('region', { name: reviews.disputes })
    await disputes.getByText(reviews.disputeStatus.OPEN, { exact: true }).waitFor()
    await mario.getByRole('heading', { name: moderation.kinds.DISPUTE }).waitFor()
  })

  it('Q-52: the moderator claims the dispute and rejects it; the business sees the decision appear', async () => {
    const { RESOLVED_REJECTED: rejected } = moderation.disputeTitles
    await takesTheCase(mario)
    const dispute = mario.getByRole('region', { name: moderation.disputeSection })
    const dialog = await opens(dispute, moderation.disputeActions.RESOLVED_REJECTED, rejected)
    await dialog.getByLabel(moderation.resolution).fill('Le foto pubblicate mostrano la vista.')
    await presses(dialog, moderation.confirm)
    await hears(mario, moderation.done)
    await dispute.getByText(moderation.disputeStatus.RESOLVED_REJECTED).waitFor()
    const disputes = rosa.getByRole('region', { name: reviews.disputes })
    await disputes.getByText(reviews.disputeStatus.RESOLVED_REJECTED).waitFor()
    await disputes.getByText('Le foto pubblicate mostrano la vista.').waitFor()
  })

  it('Q-53: the moderator claims the report and dismisses it; the queue is empty', async () => {
    await presses(mario, moderation.backToQueue)
    await chooses(mario, moderation.lane, moderation.lanes.flags)
    await mario.getByRole('heading', { name: moderation.kinds.FLAG }).waitFor()
    await takesTheCase(mario)
    await mario.getByText('Segnalazione ricevuta · Locanda Rosa').waitFor()
    const reports = mario.getByRole('list', { name: moderation.flagSection })
    const dialog = await opens(reports, moderation.flagActions.DISMISSED, moderation.flagTitles.DISMISSED)
    await presses(dialog, moderation.confirm)
    await hears(mario, moderation.done)
    await reports.getByText(moderation.flagStatus.DISMISSED).waitFor()
    await presses(mario, moderation.backToQueue)
    await mario.getByText(moderation.laneEmpty).waitFor()
  })

  it('Q-60: the client redeems the reward once; the business sees whose it was', async () => {
    await walksTo(ana, shell.myRewards, rewards.title)
    const dialog = await opens(ana, rewards.redeem, rewards.redeemTitle)
    await presses(dialog, rewards.redeem)
    await hears(ana, rewards.redeemed)
    await ana.getByText(rewards.usedOn('')).waitFor()
    expect(await ana.getByRole('button', { name: rewards.redeem }).count()).toBe(0)
    await walksTo(rosa, shell.rewards, rewards.title)
    await rosa.getByText('Ana Bianchi').waitFor()
  })

  it('R-101, R-79: the client books a hotel and sees the maturing AVA', async () => {
    await ana.goto('/book-travel')
    await sees(ana, travel.title)
    const search = ana.getByRole('form', { name: travel.search })
    await fills(search, { [travel.destination]: 'Roma' })
    await fills(search, { [travel.checkIn]: dayFromNow(30), [travel.checkOut]: dayFromNow(33) })
    await presses(search, travel.search)
    await ana.getByRole('button', { name: 'Belvedere' }).click()
    await presses(ana, travel.bookConfirm)
    await hears(ana, travel.booked)
    await ana.getByRole('region', { name: travel.history }).getByText(travel.statuses.confirmed).waitFor()
    await sees(ana, travel.title)
    await presses(ana, shell.userMenu('Ana Bianchi'))
    await ana.getByRole('menuitem', { name: shell.avaWallet }).click()
    await sees(ana, ava.title)
    await ana.getByText(ava.maturing(3)).waitFor()
  })
})

describe('every page is usable', { timeout: 180_000 }, () => {
  it('on a phone without horizontal scrolling, as a visitor', async () => {
    const visitor = await chromium.newcomer()
    await fitsATelephone(visitor, '/', home.title)
    await fitsATelephone(visitor, '/login', access.titleAny)
    await fitsATelephone(visitor, '/register', access.register.title)
    await fitsATelephone(visitor, '/client-auth?mode=register', access.clientAuth.titleRegister)
    await fitsATelephone(visitor, await pageOf(rosa, locanda.name), locanda.name)
  })

  it('on a phone, as a business', async () => {
    await fitsATelephone(rosa, '/dashboard', dashboard.title)
    await fitsATelephone(rosa, '/clients', clients.title)
    await fitsATelephone(rosa, '/ratings', reviews.title)
    await fitsATelephone(rosa, '/rewards', rewards.title)
  })

  it('on a phone, as a client', async () => {
    await fitsATelephone(ana, '/client-dashboard', dashboard.client.title('Ana Bianchi'))
    await fitsATelephone(ana, '/my-reviews', reviews.mineTitle)
    await fitsATelephone(ana, '/my-travels', travel.myTitle)
    await fitsATelephone(ana, '/my-rewards', rewards.title)
    await fitsATelephone(ana, '/ava-wallet', ava.title)
  })

  it('on a phone, as a moderator', async () => {
    await fitsATelephone(mario, '/admin/reviews?view=reviews', moderation.title)
    await mario.getByText('Bella vista sul mare').waitFor()
  })

  it('with the keyboard only', async () => {
    const visitor = await chromium.newcomer()
    await visitor.goto('/login')
    await sees(visitor, access.titleAny)
    await visitor.keyboard.press('Tab')
    expect(await hasFocus(visitor.getByRole('link', { name: shell.skip }))).toBe(true)
    await tabsTo(visitor, visitor.getByRole('radio', { name: access.business }))
    await visitor.keyboard.press('Space')
    await tabsTo(visitor, visitor.getByLabel(access.email, { exact: true }))
    await visitor.keyboard.type(locanda.email)
    await tabsTo(visitor, visitor.getByLabel(access.password, { exact: true }))
    await visitor.keyboard.type(password)
    await visitor.keyboard.press('Enter')
    await sees(visitor, dashboard.title)
    await expect.poll(() => hasFocus(visitor.getByRole('heading', { level: 1 })), patience).toBe(true)
  })
})

describe('at the end', () => {
  it('no page has logged an error', () => {
    expect(chromium.complaints()).toEqual([])
  })

  it('Garbo stops on request, with pages open, and leaves no process running', async () => {
    const family = garbo.family()
    expect(family).not.toEqual([])
    expect(await garbo.stop()).toBe(0)
    expect(family.filter(isThere)).toEqual([])
    await expect(fetch(garbo.address)).rejects.toThrow('fetch failed')
  })
})
