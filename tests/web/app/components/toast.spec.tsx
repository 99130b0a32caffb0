// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentToast, dismissToast, holdToast, resumeToast, showToast } from '../../../../web/app/components/toast.ts'
import { ToastArea } from '../../../../web/app/components/ToastArea.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(<ToastArea />)
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
  it('is announced from a place that was on the page before it', () => {
    expect(area().getAttribute('aria-live')).toBe('polite')
    act(() => showToast({ title: 'Recensione salvata' }))
    expect(area().textContent).toContain('Recensione salvata')
  })

  it('R-38, C-03: goes after five seconds', () => {
    act(() => showToast({ title: 'Recensione salvata' }))
    pass(4_999)
    expect(area().textContent).toContain('Recensione salvata')
    pass(1)
    expect(area().textContent).toBe('')
  })

  it('Q-115: gives its place to the next one, which has its own five seconds', () => {
    act(() => showToast({ title: 'Recensione salvata' }))
    pass(4_000)
    act(() => showToast({ title: 'Ricompensa sbloccata' }))
    expect(area().textContent).not.toContain('Recensione salvata')
    pass(4_999)
    expect(area().textContent).toContain('Ricompensa sbloccata')
  })

  it('Q-95: is remembered for 1,000,000 ms after it closed', () => {
    act(() => showToast({ title: 'Recensione salvata' }))
    pass(5_000 + 999_999)
    expect(currentToast().toast?.title).toBe('Recensione salvata')
    pass(1)
    expect(currentToast().toast).toBeNull()
  })

  it('stays while it is being read', () => {
    act(() => showToast({ title: 'Recensione salvata' }))
    act(holdToast)
    pass(60_000)
    expect(area().textContent).toContain('Recensione salvata')
    act(resumeToast)
    pass(5_000)
    expect(area().textContent).toBe('')
  })

  it('R-38: takes no click but the one that sends it away', () => {
    act(() => showToast({ title: 'Recensione salvata' }))
    const holding = [...area().querySelectorAll('.pointer-events-auto')]
    expect(area().classList.contains('pointer-events-none')).toBe(true)
    expect(holding).toEqual([screen.getByRole('button', { name: 'Chiudi avviso' })])
  })

  it('can be sent away', () => {
    act(() => showToast({ title: 'Recensione salvata' }))
    act(() => screen.getByRole('button', { name: 'Chiudi avviso' }).click())
    expect(area().textContent).toBe('')
  })
})
