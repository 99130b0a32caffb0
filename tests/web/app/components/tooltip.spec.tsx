// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Tooltip, TooltipProvider } from '../../../../web/app/components/tooltip.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <TooltipProvider>
      <Tooltip text="Apri il menu">
        <button type="button">Menu</button>
      </Tooltip>
      <Tooltip text="Vai alla pagina iniziale">
        <button type="button">Casa</button>
      </Tooltip>
    </TooltipProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pointAt = (name: string) => fireEvent.pointerMove(screen.getByRole('button', { name }), { pointerType: 'mouse' })
const escape = () => fireEvent.keyDown(document, { key: 'Escape' })
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const comesAndGoes = (name: string) => {
  pointAt(name)
  pass(700)
  expect(said()).not.toBeNull()
  escape()
  expect(said()).toBeNull()
}
const said = () => screen.queryByRole('tooltip')?.textContent ?? null

describe('a tooltip', () => {
  it('R-39, C-40: appears after 700 ms', () => {
    pointAt('Menu')
    pass(699)
    expect(said()).toBeNull()
    pass(1)
    expect(said()).toBe('Apri il menu')
  })

  it('C-40: appears immediately within 300 ms of another', () => {
    comesAndGoes('Menu')
    pass(299)
    pointAt('Casa')
    pass(0)
    expect(said()).toBe('Vai alla pagina iniziale')
  })

  it('C-40: waits again afterwards', () => {
    comesAndGoes('Menu')
    pass(300)
    pointAt('Casa')
    pass(699)
    expect(said()).toBeNull()
  })

  it('R-39: appears immediately on keyboard focus and closes with Escape', () => {
    act(() => screen.getByRole('button', { name: 'Casa' }).focus())
    expect(said()).toBe('Vai alla pagina iniziale')
    escape()
    expect(said()).toBeNull()
  })
})
