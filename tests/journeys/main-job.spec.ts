import { describe, expect, it } from 'vitest'
import { password } from '../support/users.ts'
import {
  clickButton,
  expectFitsPhone,
  expectPage,
  expectToast,
  fillFields,
  hasFocus,
  navigateTo,
  openDialog,
  pageTimeout,
  selectOption,
  selectStars,
  tabTo,
} from './browser.ts'
import { isRunning, startSandbox } from './sandbox.ts'
import { dateInDays } from '../support/sample-values.ts'
import { businessPath, claimAndOpenCase, confirmEmail, registerBusiness, registerClient, rateGuest } from './steps.ts'
import { componentTexts } from '../../web/app/components/texts.ts'
import { signInTexts } from '../../web/app/features/accounts/sign-in/texts.ts'
import { avaTexts } from '../../web/app/features/ava/wallet.texts.ts'
import { moderationTexts } from '../../web/app/features/moderation/texts.ts'
import { clientTexts } from '../../web/app/features/ratings/clients.texts.ts'
import { ratingTexts } from '../../web/app/features/ratings/texts.ts'
import { reviewTexts } from '../../web/app/features/reviews/texts.ts'
import { rewardTexts } from '../../web/app/features/rewards/texts.ts'
import { travelTexts } from '../../web/app/features/travel/texts.ts'
import { dashboardTexts } from '../../web/app/pages/dashboard.texts.ts'
import { homeTexts } from '../../web/app/pages/marketing/landing.texts.ts'
import { shellTexts } from '../../web/app/texts.ts'

const locanda = { name: 'Locanda Rosa', username: 'rosa', email: 'rosa@example.it' }
const masseria = { name: 'Masseria Mario', username: 'mario', email: 'mario@example.it', type: 'agriturismo' } as const
const bianchi = { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' }

/** A business, a client and a moderator, each with their own browser. */
const { garbo, chromium, rosa, ana, mario } = await startSandbox(['rosa', 'ana', 'mario'])

describe('the main flow, as three people experience it', { timeout: 180_000 }, () => {
  it('R-17, Q-24: a business registers and confirms its address with the link in the e-mail', async () => {
    await registerBusiness(rosa, locanda)
    await rosa.getByText(dashboardTexts.unconfirmed).waitFor()
    await confirmEmail(rosa, locanda)
    await navigateTo(rosa, shellTexts.dashboard)
    await rosa.getByText(dashboardTexts.unconfirmed).waitFor({ state: 'detached' })
  })

  it('R-10: a client registers and enters the code from the e-mail', async () => {
    await registerClient(ana, bianchi)
    await ana.getByText(ratingTexts.receivedEmpty).waitFor()
  })

  it('R-47, S-24, B-14: the business rates the client, who sees the rating appear', async () => {
    await openDialog(rosa, ratingTexts.add, ratingTexts.dialogTitle)
    await rateGuest(rosa, { email: bianchi.email, stars: 5, score: 9, comment: 'Ospite perfetta' })
    await rosa.getByRole('region', { name: ratingTexts.recent }).getByText('Ana Bianchi').waitFor()
    await expectToast(ana, dashboardTexts.client.newRatingsTitle)
    await ana.getByRole('region', { name: ratingTexts.received }).getByText('Ospite perfetta').waitFor()
  })

  it('Q-11: a second business becomes a moderator while it has the forbidden page open', async () => {
    await registerBusiness(mario, masseria)
    await confirmEmail(mario, masseria)
    await mario.goto('/admin/reviews')
    await expectPage(mario, moderationTexts.forbiddenTitle)
    await garbo.operator('role', 'grant', masseria.email, 'MODERATORE')
    await expectPage(mario, moderationTexts.title)
    await mario.getByText(moderationTexts.laneEmpty).waitFor()
    await mario.getByText(moderationTexts.live).waitFor()
  })

  it('Q-47: the client leaves the open list of businesses with Tab, backwards and forwards', async () => {
    await ana.goto('/my-reviews')
    const dialog = await openDialog(ana, reviewTexts.new, reviewTexts.dialogTitle)
    const search = dialog.getByRole('combobox', { name: reviewTexts.target })
    const found = dialog.getByRole('option', { name: locanda.name })
    await search.fill('locanda')
    await found.waitFor()
    await ana.keyboard.press('Tab')
    expect(await hasFocus(dialog.getByRole('radio').first())).toBe(true)
    await ana.keyboard.press('Shift+Tab')
    expect(await hasFocus(search)).toBe(true)
    await ana.keyboard.press('ArrowDown')
    await found.waitFor()
    await ana.keyboard.press('Shift+Tab')
    expect(await hasFocus(dialog.getByRole('button', { name: componentTexts.close }))).toBe(true)
    await ana.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('R-105, Q-115: the client reviews the business and unlocks a reward; the business sees the review appear', async () => {
    await navigateTo(rosa, shellTexts.reviews, reviewTexts.title)
    await rosa.getByText(reviewTexts.receivedEmpty).waitFor()
    await ana.goto(await businessPath(ana, locanda.name))
    await expectPage(ana, locanda.name)
    const dialog = await openDialog(ana, reviewTexts.business.write, reviewTexts.dialogTitle)
    await selectStars(dialog, 4)
    await dialog.getByLabel(reviewTexts.comment).fill('Bella vista sul mare')
    await selectOption(dialog, reviewTexts.reason, reviewTexts.reasons.LOCATION)
    await clickButton(dialog, reviewTexts.submit)
    await expectToast(ana, reviewTexts.rewardTitle)
    await ana.locator('[data-toast]').getByText(reviewTexts.rewardLine(2, '')).waitFor()
    await ana.getByRole('listitem').getByText('Bella vista sul mare').waitFor()
    await ana.getByText(reviewTexts.business.total(1)).waitFor()
    await rosa.getByRole('region', { name: reviewTexts.received }).getByText('Bella vista sul mare').waitFor()
    await expectPage(rosa, reviewTexts.title)
  })

  it('R-74, R-75: the business flags and disputes the review; the moderator sees both appear', async () => {
    const flagDialog = await openDialog(rosa, reviewTexts.flag, reviewTexts.flagTitle)
    await selectOption(flagDialog, reviewTexts.flagReason, reviewTexts.flagReasons.FAKE)
    await clickButton(flagDialog, reviewTexts.flagSubmit)
    await expectToast(rosa, reviewTexts.flagSent)
    await mario.getByRole('heading', { name: moderationTexts.kinds.FLAG }).waitFor()
    await expectPage(mario, moderationTexts.title)

    const complaint = await openDialog(rosa, reviewTexts.dispute, reviewTexts.disputeTitle)
    await selectOption(complaint, reviewTexts.disputeReason, reviewTexts.disputeReasons.INCORRECT_INFO)
    await fillFields(complaint, { [reviewTexts.disputeMessage]: 'Dalle nostre camere il mare non si vede affatto.' })
    await selectOption(mario, moderationTexts.lane, moderationTexts.lanes.disputes)
    await mario.getByText(moderationTexts.laneEmpty).waitFor()
    await clickButton(complaint, reviewTexts.disputeSubmit)
    await expectToast(rosa, reviewTexts.disputeSent)
    const disputes = rosa.getByRole('region', { name: reviewTexts.disputes })
    await disputes.getByText(reviewTexts.disputeStatus.OPEN, { exact: true }).waitFor()
    await mario.getByRole('heading', { name: moderationTexts.kinds.DISPUTE }).waitFor()
  })

  it('Q-52: the moderator claims the dispute and rejects it; the business sees the decision appear', async () => {
    const { RESOLVED_REJECTED: rejected } = moderationTexts.disputeTitles
    await claimAndOpenCase(mario)
    const dispute = mario.getByRole('region', { name: moderationTexts.disputeSection })
    const dialog = await openDialog(dispute, moderationTexts.disputeActions.RESOLVED_REJECTED, rejected)
    await dialog.getByLabel(moderationTexts.resolution).fill('Le foto pubblicate mostrano la vista.')
    await clickButton(dialog, moderationTexts.confirm)
    await expectToast(mario, moderationTexts.done)
    await dispute.getByText(moderationTexts.disputeStatus.RESOLVED_REJECTED).waitFor()
    const disputes = rosa.getByRole('region', { name: reviewTexts.disputes })
    await disputes.getByText(reviewTexts.disputeStatus.RESOLVED_REJECTED).waitFor()
    await disputes.getByText('Le foto pubblicate mostrano la vista.').waitFor()
  })

  it('Q-53: the moderator claims the flag and dismisses it; the queue is empty', async () => {
    await clickButton(mario, moderationTexts.backToQueue)
    await selectOption(mario, moderationTexts.lane, moderationTexts.lanes.flags)
    await mario.getByRole('heading', { name: moderationTexts.kinds.FLAG }).waitFor()
    await claimAndOpenCase(mario)
    await mario.getByText('Segnalazione ricevuta · Locanda Rosa').waitFor()
    const flags = mario.getByRole('list', { name: moderationTexts.flagSection })
    const dialog = await openDialog(flags, moderationTexts.flagActions.DISMISSED, moderationTexts.flagTitles.DISMISSED)
    await clickButton(dialog, moderationTexts.confirm)
    await expectToast(mario, moderationTexts.done)
    await flags.getByText(moderationTexts.flagStatus.DISMISSED).waitFor()
    await clickButton(mario, moderationTexts.backToQueue)
    await mario.getByText(moderationTexts.laneEmpty).waitFor()
  })

  it('Q-60: the client redeems the reward once; the business sees whose it was', async () => {
    await navigateTo(ana, shellTexts.myRewards, rewardTexts.title)
    const dialog = await openDialog(ana, rewardTexts.redeem, rewardTexts.redeemTitle)
    await clickButton(dialog, rewardTexts.redeem)
    await expectToast(ana, rewardTexts.redeemed)
    await ana.getByText(rewardTexts.usedOn('')).waitFor()
    expect(await ana.getByRole('button', { name: rewardTexts.redeem }).count()).toBe(0)
    await navigateTo(rosa, shellTexts.rewards, rewardTexts.title)
    await rosa.getByText('Ana Bianchi').waitFor()
  })

  it('R-101, R-79: the client books a hotel and sees the maturing AVA', async () => {
    await ana.goto('/book-travel')
    await expectPage(ana, travelTexts.title)
    const search = ana.getByRole('form', { name: travelTexts.search })
    await fillFields(search, { [travelTexts.destination]: 'Roma' })
    await fillFields(search, { [travelTexts.checkIn]: dateInDays(30), [travelTexts.checkOut]: dateInDays(33) })
    await clickButton(search, travelTexts.search)
    await ana.getByRole('button', { name: 'Belvedere' }).click()
    await clickButton(ana, travelTexts.bookConfirm)
    await expectToast(ana, travelTexts.booked)
    await ana.getByRole('region', { name: travelTexts.history }).getByText(travelTexts.statuses.confirmed).waitFor()
    await expectPage(ana, travelTexts.title)
    await clickButton(ana, shellTexts.userMenu('Ana Bianchi'))
    await ana.getByRole('menuitem', { name: shellTexts.avaWallet }).click()
    await expectPage(ana, avaTexts.title)
    await ana.getByText(avaTexts.maturing(3)).waitFor()
  })
})

describe('every page is usable', { timeout: 180_000 }, () => {
  it('on a phone without horizontal scrolling, as a visitor', async () => {
    const visitor = await chromium.newcomer()
    await expectFitsPhone(visitor, '/', homeTexts.title)
    await expectFitsPhone(visitor, '/login', signInTexts.titleWithoutType)
    await expectFitsPhone(visitor, '/register', signInTexts.register.title)
    await expectFitsPhone(visitor, '/client-auth?mode=register', signInTexts.clientAuth.titleRegister)
    await expectFitsPhone(visitor, await businessPath(rosa, locanda.name), locanda.name)
  })

  it('on a phone, as a business', async () => {
    await expectFitsPhone(rosa, '/dashboard', dashboardTexts.title)
    await expectFitsPhone(rosa, '/clients', clientTexts.title)
    await expectFitsPhone(rosa, '/ratings', reviewTexts.title)
    await expectFitsPhone(rosa, '/rewards', rewardTexts.title)
  })

  it('on a phone, as a client', async () => {
    await expectFitsPhone(ana, '/client-dashboard', dashboardTexts.client.title('Ana Bianchi'))
    await expectFitsPhone(ana, '/my-reviews', reviewTexts.mineTitle)
    await expectFitsPhone(ana, '/my-travels', travelTexts.myTitle)
    await expectFitsPhone(ana, '/my-rewards', rewardTexts.title)
    await expectFitsPhone(ana, '/ava-wallet', avaTexts.title)
  })

  it('on a phone, as a moderator', async () => {
    await expectFitsPhone(mario, '/admin/reviews?view=reviews', moderationTexts.title)
    await mario.getByText('Bella vista sul mare').waitFor()
  })

  it('with the keyboard only', async () => {
    const visitor = await chromium.newcomer()
    await visitor.goto('/login')
    await expectPage(visitor, signInTexts.titleWithoutType)
    await visitor.keyboard.press('Tab')
    expect(await hasFocus(visitor.getByRole('link', { name: shellTexts.skip }))).toBe(true)
    await tabTo(visitor, visitor.getByRole('radio', { name: signInTexts.business }))
    await visitor.keyboard.press('Space')
    await tabTo(visitor, visitor.getByLabel(signInTexts.email, { exact: true }))
    await visitor.keyboard.type(locanda.email)
    await tabTo(visitor, visitor.getByLabel(signInTexts.password, { exact: true }))
    await visitor.keyboard.type(password)
    await visitor.keyboard.press('Enter')
    await expectPage(visitor, dashboardTexts.title)
    await expect.poll(() => hasFocus(visitor.getByRole('heading', { level: 1 })), pageTimeout).toBe(true)
  })
})

describe('at the end', () => {
  it('no page has logged an error', () => {
    expect(chromium.consoleErrors()).toEqual([])
  })

  it('Garbo stops on request, with pages open, and leaves no process running', async () => {
    const family = garbo.family()
    expect(family).not.toEqual([])
    expect(await garbo.stop()).toBe(0)
    expect(family.filter(isRunning)).toEqual([])
    await expect(fetch(garbo.address)).rejects.toThrow('fetch failed')
  })
})
