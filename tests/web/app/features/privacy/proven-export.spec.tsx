// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { giulia, profileOfGiulia, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, ok } from '../../support/stub-server.ts'

const profile: Answers = { ...signedInAs(giulia), 'GET /api/user/profile': ok(profileOfGiulia) }
const exported = 'GET /api/user/export'
const button = (name: string) => screen.findByRole('button', { name })
const openForm = async (answers: Answers) => {
  const app = renderApp('/profile', { ...profile, ...answers })
  await app.user.click(await button('Scarica con le prove (zip)'))
  await screen.findByRole('dialog', { name: 'I tuoi dati con le prove' })
  return app
}
afterEach(() => vi.restoreAllMocks())

describe('D-63: the export with proofs', () => {
  it('takes the password again, also with letters that a header cannot hold, and is saved under its name', async () => {
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const disposition = { 'content-disposition': 'attachment; filename="garbo-dati-2026-11-20-con-prove.zip"' }
    const { user, server } = await openForm({ [exported]: ok('PK', disposition) })
    await user.type(screen.getByLabelText(/La tua password/), 'Perché.27!')
    await user.click(await button('Scarica'))
    await expect.poll(() => saved).toEqual(['garbo-dati-2026-11-20-con-prove.zip'])
    const [request] = server.to(exported)
    expect([request?.query, Buffer.from(request?.headers['x-garbo-password'] ?? '', 'latin1').toString()]).toEqual([
      '?format=zip',
      'Perché.27!',
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks again after a wrong password, and not at all without one', async () => {
    const message = 'Inserisci la tua password attuale: manca o non è corretta.'
    const { user, server } = await openForm({ [exported]: failure(403, message, 'ExportPasswordNeeded') })
    await user.click(await button('Scarica'))
    expect(server.to(exported)).toEqual([])
    await user.type(screen.getByLabelText(/La tua password/), 'Sbagliata.1!')
    await user.click(await button('Scarica'))
    await screen.findByText(message)
    expect(screen.getByRole('dialog', { name: 'I tuoi dati con le prove' })).toBeTruthy()
  })
})
