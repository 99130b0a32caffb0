import { describe, expect, it } from 'vitest'
import { ratingTexts } from '../../web/app/features/ratings/texts.ts'
import { contestTexts } from '../../web/app/features/ratings/contest.texts.ts'
import { decisionTexts } from '../../web/app/features/moderation/decisions.texts.ts'
import { contestModerationTexts, moderationTexts } from '../../web/app/features/moderation/texts.ts'
import { reviewTexts } from '../../web/app/features/reviews/texts.ts'
import { dashboardTexts } from '../../web/app/pages/dashboard.texts.ts'
import { shellTexts } from '../../web/app/texts.ts'
import { clickButton, expectPage, expectToast, fillFields, navigateTo, openDialog, selectOption } from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { claimAndOpenCase, confirmEmail, lodgeAppeal, registerBusiness, registerClient, rateGuest } from './steps.ts'

const locanda = { name: 'Locanda Rosa', username: 'rosa', email: 'rosa@example.it' }
const masseria = { name: 'Masseria Mario', username: 'mario', email: 'mario@example.it', type: 'agriturismo' } as const
const bianchi = { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' }
const ana = `${bianchi.firstName} ${bianchi.lastName}`

const { garbo, chromium, ...people } = await startSandbox(['rosa', 'guest', 'mario'])
const { rosa, guest, mario } = people

describe('Q-136: a contested rating, as three people experience it', { timeout: 180_000 }, () => {
  it('all three register', async () => {
    await registerBusiness(rosa, locanda)
    await confirmEmail(rosa, locanda)
    await registerClient(guest, bianchi)
    await registerBusiness(mario, masseria)
    await confirmEmail(mario, masseria)
    await garbo.operator('role', 'grant', masseria.email, 'MODERATORE')
  })

  it('the business gives its guest one star', async () => {
    await navigateTo(rosa, shellTexts.dashboard)
    await openDialog(rosa, ratingTexts.add, ratingTexts.dialogTitle)
    await rateGuest(rosa, { email: bianchi.email, stars: 1, score: 2, comment: 'Non ha pagato il soggiorno' })
  })

  it('the guest reads first who will see it, and contests the rating', async () => {
    const received = guest.getByRole('region', { name: ratingTexts.received })
    await received.getByText('Non ha pagato il soggiorno').waitFor()
    await received.getByRole('button', { name: contestTexts.title }).click()
    const dialog = guest.getByRole('dialog', { name: contestTexts.title })
    await dialog.getByText(contestTexts.beforeSending).waitFor()
    await selectOption(dialog, reviewTexts.disputeReason, reviewTexts.disputeReasons.INCORRECT_INFO)
    await fillFields(dialog, { [reviewTexts.disputeMessage]: 'Ho pagato con un bonifico il giorno della partenza.' })
    await clickButton(dialog, reviewTexts.disputeSubmit)
    await expectToast(guest, reviewTexts.disputeSent)
    await received.getByText(contestTexts.status.OPEN).waitFor()
    await expectPage(guest, dashboardTexts.client.title(ana))
  })

  it('the business reads the explanation and answers once', async () => {
    await rosa.reload()
    const contested = rosa.getByRole('region', { name: contestTexts.contested })
    await contested.getByText('Ho pagato con un bonifico').waitFor()
    await contested.getByRole('button', { name: contestTexts.answer }).click()
    const dialog = rosa.getByRole('dialog', { name: contestTexts.answerTitle })
    await fillFields(dialog, { [contestTexts.answerLabel]: 'Il bonifico è arrivato dopo la valutazione.' })
    await clickButton(dialog, contestTexts.answerSubmit)
    await expectToast(rosa, contestTexts.answerSent)
    await contested.getByText(contestTexts.yourAnswer).waitFor()
    expect(await contested.getByRole('button', { name: contestTexts.answer }).count()).toBe(0)
    await expectPage(rosa, dashboardTexts.title)
  })

  it('a moderator reads both and has the rating removed, with reasons', async () => {
    await mario.goto('/admin/reviews')
    await expectPage(mario, moderationTexts.title)
    await selectOption(mario, moderationTexts.lane, moderationTexts.lanes.disputes)
    await claimAndOpenCase(mario)
    const panel = mario.getByRole('region', { name: contestModerationTexts.section })
    await panel.getByText('Ho pagato con un bonifico').waitFor()
    await panel.getByText('Il bonifico è arrivato').waitFor()
    const dialog = await openDialog(panel, contestModerationTexts.actions.STRUCK, contestModerationTexts.titles.STRUCK)
    await dialog.getByLabel(decisionTexts.dialog.facts).fill('La ricevuta del bonifico è del giorno della partenza.')
    await dialog.getByLabel(contestModerationTexts.resolution).fill('Il soggiorno era stato pagato.')
    await clickButton(dialog, moderationTexts.confirm)
    await expectToast(mario, moderationTexts.done)
  })

  it('the rating is gone; the guest finds the decision', async () => {
    const received = guest.getByRole('region', { name: ratingTexts.received })
    await received.getByText('Non ha pagato il soggiorno').waitFor({ state: 'detached' })
    await guest.goto('/decisions')
    await expectPage(guest, decisionTexts.title)
    await guest.getByRole('heading', { name: decisionTexts.kinds.RATING_STRUCK }).waitFor()
  })

  it('the business reads the reasons and may appeal', async () => {
    await rosa.goto('/decisions')
    await expectPage(rosa, decisionTexts.title)
    await rosa.getByRole('heading', { name: decisionTexts.kinds.RATING_REMOVED }).waitFor()
    await rosa.getByText('La ricevuta del bonifico è del giorno della partenza.').waitFor()
    await lodgeAppeal(rosa, 'La ricevuta riguarda un altro soggiorno.')
  })

  it('no page logs an error', () => expect(chromium.consoleErrors()).toEqual([]))
})
