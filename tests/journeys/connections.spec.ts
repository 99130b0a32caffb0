import { beforeAll, describe, expect, it } from 'vitest'
import { apiClient } from '../support/api-client.ts'
import { signUpBusiness, signUpClient } from '../support/users.ts'
import { expectAccessible, waitForPage } from './browser.ts'
import { startSandbox } from './sandbox.ts'
import { checkScreen } from './screenshots.ts'
import { useSessionOf } from './steps.ts'
import { connectionTexts } from '../../web/app/features/moderation/connections/texts.ts'
import { sanctionTexts } from '../../web/app/features/sanctions/texts.ts'
import { moderationTexts } from '../../web/app/features/moderation/texts.ts'

const { garbo, chromium } = await startSandbox()
let moderator: Awaited<ReturnType<typeof signUpBusiness>>
beforeAll(async () => {
  const connection = { visitor: () => apiClient(garbo.address) }
  moderator = await signUpBusiness(connection, 'mario', { businessType: 'agriturismo' })
  await garbo.operator('role', 'grant', moderator.email, 'MODERATORE')
  const [first, second] = ['+39 347 1000001', '+39 347 1000002']
  await signUpBusiness(connection, 'aurora', { phone: first, businessName: 'Albergo Ristorante Aurora' })
  await signUpClient(connection, 'ana', { phone: first, firstName: 'Ana' })
  await signUpClient(connection, 'ugo', { phone: first, firstName: 'Ugo', lastName: 'De Santis' })
  const ida = await signUpClient(connection, 'ana+due', { phone: second, firstName: 'Ida' })
  await signUpClient(connection, 'lea', { phone: second, firstName: 'Lea' })
  await ida.browser.patch('/api/user/profile', { phone: '+39 347 1000003' })
}, 300_000)

describe('the connections of accounts (Q-123)', { timeout: 240_000 }, () => {
  it('can be read as a list, as a graph over time and as a table, also with the keyboard and on a phone', async () => {
    const page = await chromium.newcomer()
    await useSessionOf(page, garbo.address, moderator.browser)
    await page.goto('/admin/collegamenti')
    await waitForPage(page, connectionTexts.title)
    await page.getByText('3 account').waitFor()
    await checkScreen(page, 'moderation-connections')
    const account = page.getByRole('link', { name: 'Ana Bianchi', exact: true }).first()
    await account.focus()
    await page.keyboard.press('Enter')
    const title = connectionTexts.graph.title('Ana Bianchi')
    await waitForPage(page, title)
    await checkScreen(page, 'moderation-connections-graph')
    const drawing = page.getByRole('region', { name: connectionTexts.graph.scroll })
    expect(await drawing.getByRole('img').getAttribute('aria-label')).toMatch(/5 account e 3 identificativi/)
    await page.setViewportSize({ width: 360, height: 780 })
    const slider = page.getByRole('slider', { name: connectionTexts.graph.date })
    await slider.focus()
    await page.keyboard.press('Home')
    await expectAccessible(page)
    await page.getByRole('link', { name: connectionTexts.graph.sanctions }).first().click()
    await waitForPage(page, moderationTexts.title)
    await page.getByText(sanctionTexts.console.ofOneAccount).waitFor()
    await expectAccessible(page)
  })

  it('logs no error', () => expect(chromium.consoleErrors()).toEqual([]))
})
