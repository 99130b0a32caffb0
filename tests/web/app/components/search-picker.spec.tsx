// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from '../../../../web/app/components/dialogs.tsx'
import { SearchPicker, type SearchResult } from '../../../../web/app/components/search-picker.tsx'

afterEach(cleanup)

const miramare: SearchResult = { id: 'miramare', name: 'Hotel Miramare', note: 'Rimini' }
const mirabello: SearchResult = { id: 'mirabello', name: 'Hotel Mirabello', note: 'Lecce' }

interface SetupOptions {
  readonly found?: readonly SearchResult[]
  readonly searchError?: string
}

const renderPicker = async ({ found = [miramare, mirabello], searchError }: SetupOptions = {}) => {
  const onChoose = vi.fn<(result: SearchResult) => void>()
  const onClose = vi.fn<() => void>()
  function Picker() {
    const [query, setQuery] = useState('')
    return (
      <Dialog open onClose={onClose} title="Nuova recensione">
        <SearchPicker
          label="Struttura"
          hint="Almeno due lettere del nome"
          required
          query={query}
          onQueryChange={setQuery}
          results={query.length >= 2 ? found : undefined}
          searchError={searchError}
          emptyText="Nessuna struttura con questo nome"
          onChoose={onChoose}
        />
        <button type="button">Avanti</button>
      </Dialog>
    )
  }
  render(<Picker />)
  const field = await screen.findByRole('combobox', { name: 'Struttura' })
  return { user: userEvent.setup(), field, onChoose, onClose }
}

const highlighted = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null

describe('a search with results to choose from', () => {
  it('shows no list until something is found, and says how many results there are', async () => {
    const { user, field } = await renderPicker()
    expect(field.getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByRole('listbox')).toBeNull()

    await user.type(field, 'mira')
    expect(field.getAttribute('aria-expanded')).toBe('true')
    const list = screen.getByRole('listbox', { name: 'Risultati della ricerca' })
    expect(field.getAttribute('aria-controls')).toBe(list.id)
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Hotel Miramare Rimini',
      'Hotel Mirabello Lecce',
    ])
    expect(screen.getByRole('status').textContent).toBe('2 risultati: scegli con le frecce e premi Invio.')
  })

  it('is used with the arrow keys and Enter, while the focus stays in the field', async () => {
    const { user, field, onChoose } = await renderPicker()
    await user.type(field, 'mira')
    expect(highlighted(field)).toBeNull()
    await user.keyboard('{ArrowDown}')
    expect(highlighted(field)).toBe('Hotel Miramare Rimini')
    await user.keyboard('{ArrowDown}')
    expect(highlighted(field)).toBe('Hotel Mirabello Lecce')
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Hotel Mirabello Lecce')
    expect(document.activeElement).toBe(field)
    await user.keyboard('{Enter}')
    expect(onChoose.mock.calls).toEqual([[mirabello]])
  })

  it('is used with the pointer', async () => {
    const { user, field, onChoose } = await renderPicker()
    await user.type(field, 'mira')
    await user.click(screen.getByRole('option', { name: 'Hotel Miramare Rimini' }))
    expect(onChoose.mock.calls).toEqual([[miramare]])
  })

  it('closes its list with Escape, which keeps the text and the dialog', async () => {
    const { user, field, onClose } = await renderPicker()
    await user.type(field, 'mira')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(field).toHaveProperty('value', 'mira')
    expect(onClose).not.toHaveBeenCalled()

    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('opens its list again with a click or an arrow key', async () => {
    const { user, field } = await renderPicker()
    await user.type(field, 'mira')
    await user.keyboard('{Escape}{ArrowDown}')
    expect(screen.getByRole('listbox')).toBeTruthy()
    await user.keyboard('{Escape}')
    await user.click(field)
    expect(screen.getByRole('listbox')).toBeTruthy()
  })

  it('is left with Tab without choosing the highlighted result', async () => {
    const { user, field, onChoose } = await renderPicker()
    await user.type(field, 'mira')
    await user.keyboard('{ArrowDown}')
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Avanti' }))
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(field).toHaveProperty('value', 'mira')
    expect(onChoose).not.toHaveBeenCalled()
  })

  it('announces that nothing was found', async () => {
    const { user, field } = await renderPicker({ found: [] })
    await user.type(field, 'mira')
    expect(screen.getByRole('status').textContent).toBe('Nessuna struttura con questo nome')
    expect(field.getAttribute('aria-expanded')).toBe('false')
  })

  it('announces a single result in the singular', async () => {
    const { user, field } = await renderPicker({ found: [miramare] })
    await user.type(field, 'mira')
    expect(screen.getByRole('status').textContent).toBe('1 risultato: scegli con le frecce e premi Invio.')
  })

  it('announces why a search failed', async () => {
    await renderPicker({ searchError: 'Riprova tra poco.' })
    expect(screen.getByRole('status').textContent).toBe('Riprova tra poco.')
  })
})
