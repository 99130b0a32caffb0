// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  dismissToast,
  getToastState,
  pauseToast,
  resumeToast,
  showToast,
  Toaster,
} from '../../../../web/app/components/toast.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster />)
})
afterEach(() => {
  act(dismissToast)
  cleanup()
  vi.useRealTimers()
})

const area = () => screen.getByRole('status')
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

describe('the toast', () => {
  it('is announced from a live region that existed before', () => {
    expect(area().getAttribute('aria-live')).toBe('polite')
    act(() => showToast({ title: 'Recensione salvata' }))
    expect(area().textContent).toContain('Recensione salvata')
  })

  it('R-38, C-03: disappears after five seconds', () => {
    act(() => showToast({ title: 'Recensione salvata' }))
    pass(4_999)
    expect(area().textContent).toContain('Recensione salvata')
    pass(1)
    expect(area().textContent).toBe('')
  })

  it('Q-115: is replaced by the next one, which has its own five seconds', () => {
    act(() => showToast({ title: 'Recensione salvata' }))
    pass(4_000)
    act(() => showToast({ title: 'Ricompensa sbloccata' }))
    expect(area().textContent).not.toContain('Recensione salvata')
    pass(4_999)
    expect(area().textContent).toContain('Ricompensa sbloccata')
  })

  it('Q-95: is kept for 1,000,000 ms after closing', () => {
    act(() => showToast({ title: 'Recensione salvata' }))
    pass(5_000 + 999_999)
    expect(getToastState().toast?.title).toBe('Recensione salvata')
    pass(1)
    expect(getToastState().toast).toBeNull()
  })

  it('stays while it is hovered or focused', () => {
    act(() => showToast({ title: 'Recensione salvata' }))
    act(pauseToast)
    pass(60_000)
    expect(area().textContent).toContain('Recensione salvata')
    act(resumeToast)
    pass(5_000)
    expect(area().textContent).toBe('')
  })

  it('R-38: is closed only by its button', () => {
    act(() => showToast({ title: 'Recensione salvata' }))
    const holding = [...area().querySelectorAll('.pointer-events-auto')]
    expect(area().classList.contains('pointer-events-none')).toBe(true)
    expect(holding).toEqual([screen.getByRole('button', { name: 'Chiudi avviso' })])
  })

  it('can be closed', () => {
    act(() => showToast({ title: 'Recensione salvata' }))
    act(() => screen.getByRole('button', { name: 'Chiudi avviso' }).click())
    expect(area().textContent).toBe('')
  })
})
