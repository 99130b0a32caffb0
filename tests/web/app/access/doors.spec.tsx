// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../support/open.tsx'
import { visitor } from '../support/people.ts'

it.each([
  ['google', 'Google'],
  ['facebook', 'Facebook'],
])('Q-20: users whose %s sign-in is unavailable see an alternative', async (provider, name) => {
  open(`/login?type=client&unavailable=${provider}`, visitor)
  const said = `L’accesso con ${name} non è disponibile al momento. Usa email e password.`
  expect(await screen.findByText(said)).toBeTruthy()
})

it('an unknown provider is ignored', async () => {
  open('/login?type=client&unavailable=altro', visitor)
  await screen.findByRole('heading', { name: 'Accesso Cliente' })
  expect(screen.queryByText(/non è disponibile/)).toBeNull()
})
