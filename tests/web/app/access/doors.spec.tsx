// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../support/open.tsx'
import { visitor } from '../support/people.ts'

it.each([
  ['google', 'Google'],
  ['facebook', 'Facebook'],
])('Q-20: who wanted to come in with %s is told what to do instead', async (provider, name) => {
  open(`/login?type=client&unavailable=${provider}`, visitor)
  const said = `L’accesso con ${name} non è disponibile al momento. Usa email e password.`
  expect(await screen.findByText(said)).toBeTruthy()
})

it('a provider nobody knows is not spoken of', async () => {
  open('/login?type=client&unavailable=altro', visitor)
  await screen.findByRole('heading', { name: 'Accesso Cliente' })
  expect(screen.queryByText(/non è disponibile/)).toBeNull()
})
