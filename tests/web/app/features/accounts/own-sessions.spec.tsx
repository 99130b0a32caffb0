// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { androidAppAnswer } from '../../support/authenticator.ts'
import { giulia, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, noContent, ok } from '../../support/stub-server.ts'

const thisDevice = {
  id: 'here',
  device: 'Firefox su Windows',
  createdAt: '2026-03-01T10:00:00.000Z',
  lastUsedAt: '2026-03-02T10:00:00.000Z',
  quickAccess: false,
  current: true,
}
const phone = { ...thisDevice, id: 'phone', device: 'Chrome su Android', current: false }
const unknownDevice = { ...thisDevice, id: 'unknown', device: null, current: false }

const openQuickAccess = (answers: Answers) =>
  renderApp('/profile/biometric-setup', {
    ...signedInAs(giulia),
    'GET /api/auth/biometric/android-app': androidAppAnswer(null),
    'GET /api/auth/biometric/passkeys': ok([]),
    ...answers,
  })
const sessionsRegion = () => screen.findByRole('region', { name: 'Dispositivi e sessioni' })

describe('the user’s devices and sessions (Q-26)', () => {
  it('are listed, and the current one cannot be ended here', async () => {
    openQuickAccess({ 'GET /api/auth/sessions': ok([thisDevice, phone, unknownDevice]) })
    const own = within(await sessionsRegion())
    expect(await own.findByText('Questo dispositivo')).toBeTruthy()
    expect(own.getAllByRole('listitem')).toHaveLength(3)
    expect(own.getAllByText('Accesso del 1 marzo 2026')).toHaveLength(3)
    expect(own.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([
      'Disconnetti Chrome su Android',
      'Disconnetti Dispositivo sconosciuto',
      'Disconnetti tutti gli altri',
    ])
  })

  it('E-12: say which one the app’s quick access opened', async () => {
    openQuickAccess({ 'GET /api/auth/sessions': ok([thisDevice, { ...phone, quickAccess: true }]) })
    const own = within(await sessionsRegion())
    expect(await own.findByText('Accesso rapido dell’app del 1 marzo 2026')).toBeTruthy()
    expect(own.getAllByText('Accesso del 1 marzo 2026')).toHaveLength(1)
  })

  it('can be ended after a confirmation, which updates the list', async () => {
    let all = [thisDevice, phone]
    const { user, server } = openQuickAccess({
      'GET /api/auth/sessions': () => ok(all),
      'DELETE /api/auth/sessions/phone': () => {
        all = [thisDevice]
        return noContent
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Disconnetti Chrome su Android' }))
    const question = within(await screen.findByRole('dialog', { name: 'Disconnettere questo dispositivo?' }))
    expect(server.to('DELETE /api/auth/sessions/phone')).toEqual([])
    await user.click(question.getByRole('button', { name: 'Disconnetti' }))
    expect(await screen.findByText('Dispositivo disconnesso')).toBeTruthy()
    await vi.waitFor(() => expect(screen.queryByText('Chrome su Android')).toBeNull(), 20_000)
    expect(screen.queryByRole('button', { name: 'Disconnetti tutti gli altri' })).toBeNull()
  })

  it('are kept when the confirmation is cancelled', async () => {
    const { user, server } = openQuickAccess({ 'GET /api/auth/sessions': ok([thisDevice, phone]) })
    await user.click(await screen.findByRole('button', { name: 'Disconnetti tutti gli altri' }))
    await user.click(await screen.findByRole('button', { name: 'Annulla' }))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 20_000)
    expect(server.to('DELETE /api/auth/sessions')).toEqual([])
  })

  it('can all be ended except the current one', async () => {
    let all = [thisDevice, phone, unknownDevice]
    const { user, server } = openQuickAccess({
      'GET /api/auth/sessions': () => ok(all),
      'DELETE /api/auth/sessions': () => {
        all = [thisDevice]
        return noContent
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Disconnetti tutti gli altri' }))
    const question = within(await screen.findByRole('dialog', { name: 'Disconnettere tutti gli altri dispositivi?' }))
    await user.click(question.getByRole('button', { name: 'Disconnetti' }))
    expect(await screen.findByText('Gli altri dispositivi sono stati disconnessi')).toBeTruthy()
    await vi.waitFor(() => expect(screen.queryByText('Chrome su Android')).toBeNull(), 20_000)
    expect(server.to('DELETE /api/auth/sessions')).toHaveLength(1)
  })

  it('are kept on a failure, with a message', async () => {
    const { user } = openQuickAccess({
      'GET /api/auth/sessions': ok([thisDevice, phone]),
      'DELETE /api/auth/sessions/phone': failure(500, 'boom'),
    })
    await user.click(await screen.findByRole('button', { name: 'Disconnetti Chrome su Android' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disconnetti' }))
    expect(await screen.findByText('Il dispositivo non è stato disconnesso')).toBeTruthy()
    expect(await screen.findByText('Chrome su Android')).toBeTruthy()
  })

  it('can be reloaded after an error, with a message for an empty list', async () => {
    let broken = true
    const { user } = openQuickAccess({ 'GET /api/auth/sessions': () => (broken ? failure(500, 'boom') : ok([])) })
    const own = within(await sessionsRegion())
    expect(await own.findByText('Non riusciamo a mostrare le tue sessioni.')).toBeTruthy()
    broken = false
    await user.click(own.getByRole('button', { name: 'Riprova' }))
    expect(await own.findByText('Non ci sono sessioni aperte.')).toBeTruthy()
  })
})
