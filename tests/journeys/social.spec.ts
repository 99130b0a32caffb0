import { afterAll, describe, expect, it } from 'vitest'
import { texts } from '../../web/app/texts.ts'
import { signedFor, startFacebook } from '../support/facebook-double.ts'
import { startOpenIdProvider } from '../support/openid-provider.ts'
import { freePort } from '../support/ports.ts'
import { expectNoBarrier, fitsATelephone, hears, patience, presses, sees } from './browser.ts'
import { leaves } from './people.ts'
import { stage } from './stage.ts'

const { access, dashboard, landing, social } = texts
const ada = { sub: '501', email: 'ada@posta.example', email_verified: true, given_name: 'Ada', family_name: 'Verdi' }
const ivo = { id: '7001', first_name: 'Ivo', last_name: 'Gallo', email: 'ivo@posta.example' }

const port = await freePort()
const google = await startOpenIdProvider(`http://localhost:${port}/api/auth/google/callback`)
const facebook = await startFacebook()
const { chromium, page } = await stage(['page'], {
  settings: { PORT: String(port), ...google.settings, ...facebook.settings },
})
afterAll(async () => {
  await google.stop()
  await facebook.stop()
})

const isAt = (path: string) => expect.poll(() => new URL(page.url()).pathname, patience).toBe(path)
const toTheLogin = async () => {
  await page.goto('/login?type=client')
  await sees(page, access.titleClient)
}
const reads = (words: string) => page.getByRole('alert').getByText(words, { exact: true }).waitFor()

describe('signing in with Google', { timeout: 180_000 }, () => {
  it('R-04, A-24: leads from the landing page to the client area', async () => {
    google.signsIn(ada)
    await page.goto('/landing')
    await presses(page, landing.login)
    await page.getByRole('menuitem', { name: landing.loginGoogle }).click()
    await isAt('/client-dashboard')
    await sees(page, dashboard.client.title('Ada Verdi'))
  })

  it('R-14, Q-19: returns to the login with an explanation when denied', async () => {
    await leaves(page, 'Ada Verdi')
    google.signsIn(null)
    await page.context().clearCookies()
    await toTheLogin()
    await presses(page, social.google)
    await reads('Login Google annullato')
    await sees(page, access.titleClient)
    google.signsIn(ada)
    await presses(page, social.google)
    await sees(page, dashboard.client.title('Ada Verdi'))
    await leaves(page, 'Ada Verdi')
  })
})

describe('signing in with Facebook', { timeout: 180_000 }, () => {
  it('T-029, T-030, Q-28: stays on the page with an explanation when denied in the script', async () => {
    facebook.signsIn(null)
    await toTheLogin()
    await presses(page, social.facebook)
    await hears(page, social.cancelledTitle)
    await reads('Login Facebook annullato')
    await expectNoBarrier(page)
    await isAt('/login')
  })

  it('A-27, Q-18: by the script leads to the dashboard', async () => {
    facebook.signsIn(ivo)
    await presses(page, social.facebook)
    await sees(page, dashboard.welcome('Ivo Gallo'))
    await isAt('/dashboard')
    await leaves(page, 'Ivo Gallo')
  })

  it('R-14: without the script uses Facebook’s own page', async () => {
    facebook.sdkIsGone(true)
    await toTheLogin()
    await presses(page, social.facebook)
    await isAt('/client-dashboard')
    await sees(page, dashboard.client.title('Ivo Gallo'))
    await leaves(page, 'Ivo Gallo')
  })

  it('R-08: works from the client sign-in page', async () => {
    await page.goto('/client-auth')
    await sees(page, access.clientAuth.titleLogin)
    await page.getByRole('link', { name: social.facebook }).click()
    await sees(page, dashboard.client.title('Ivo Gallo'))
    await leaves(page, 'Ivo Gallo')
  })

  it('a deletion request has a status page that finally reports the erasure', async () => {
    const form = { signed_request: signedFor(ivo.id) }
    const answer = await page.request.post('/api/auth/facebook/data-deletion', { form })
    const { url } = (await answer.json()) as { url: string }
    const tellsOfErasure = async () => {
      await page.goto(url)
      await sees(page, social.deletion.title)
      return page.getByText(social.deletion.erased).count()
    }
    await expect.poll(tellsOfErasure, patience).toBe(1)
  })

  it('Q-19: is disabled for a business; its pages fit a phone and log no error', async () => {
    await page.goto('/login?type=business')
    await sees(page, access.titleBusiness)
    for (const name of [social.google, social.facebook])
      expect(await page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true)
    await fitsATelephone(page, '/login?type=client', access.titleClient)
    await fitsATelephone(page, '/client-auth', access.clientAuth.titleLogin)
    await page.emulateMedia({ colorScheme: 'dark' })
    await fitsATelephone(page, '/login?type=client', access.titleClient)
    expect(chromium.complaints()).toEqual([])
  })
})
