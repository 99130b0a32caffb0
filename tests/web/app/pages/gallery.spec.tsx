// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { galleryTexts } from '../../../../web/app/pages/dev/gallery/gallery.texts.ts'
import { stories } from '../../../../web/app/pages/dev/gallery/stories.ts'
import { sourceFilesIn } from '../../../support/source-files.ts'
import { visitor } from '../support/people.ts'
import { renderApp } from '../support/render-app.tsx'
import { failure, ok } from '../support/stub-server.ts'

const settings = 'GET /api/dev/settings'
const openGallery = async () => {
  const app = renderApp('/gallery', { ...visitor, [settings]: ok({ gallery: true }) })
  await screen.findByRole('heading', { level: 1, name: galleryTexts.title })
  return app
}

interface Component {
  readonly name: string
  readonly props: readonly string[]
}

/** Every exported component with the props that it destructures. */
const componentsIn = (source: string): readonly Component[] =>
  [...source.matchAll(/^export (?:function|const) ([A-Z]\w+)(?:[^(\n]*\(\{([^}]*)\})?/gm)].map(
    ([, name = '', props = '']) => ({
      name,
      props: [...props.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, prop = '']) => prop),
    }),
  )
const components = sourceFilesIn('web/app/components').flatMap((file) => componentsIn(readFileSync(file, 'utf8')))
const shown = new Set(stories.flatMap(({ components }) => components))

/** What the gallery contains for a component with this prop. */
const signs: Readonly<Record<string, string>> = {
  error: '[aria-invalid="true"]',
  disabled: ':disabled',
  pending: '[aria-busy="true"]',
  optional: 'label > span',
  hint: '[id$="-hint"]',
  onRetry: '[role="alert"] button',
}
const promised = components.flatMap(({ name, props }) =>
  props.filter((prop) => prop in signs).map((prop) => [name, prop] as const),
)

describe('the gallery', () => {
  it('shows every component of web/app/components', () => {
    expect(components.length).toBeGreaterThan(40)
    expect(components.filter(({ name }) => !shown.has(name))).toEqual([])
  })

  it('notices a component that is missing', () => {
    const planted = componentsIn('export function Carousel({ slides, error }: Props) {\n')
    expect(planted).toEqual([{ name: 'Carousel', props: ['slides', 'error'] }])
    expect(planted.every(({ name }) => shown.has(name))).toBe(false)
  })

  it('shows a component once and never without a state', () => {
    const names = stories.flatMap(({ components }) => components)
    expect(names).toEqual([...new Set(names)])
    expect(stories.filter(({ states }) => Object.keys(states).length === 0)).toEqual([])
  })

  describe('shows the state behind a prop:', () => {
    let sections: ReadonlyMap<string, HTMLElement>
    beforeAll(async () => {
      await openGallery()
      sections = new Map(
        screen
          .getAllByRole('region')
          .flatMap((region) =>
            (region.getAttribute('aria-label') ?? '').split(', ').map((name) => [name, region] as const),
          ),
      )
    })

    it('at least twenty-five of them', () => expect(promised.length).toBeGreaterThanOrEqual(25))
    it.each(promised)('%s, %s', (name, prop) =>
      expect(sections.get(name)?.querySelector(signs[prop] ?? '')).toBeTruthy(),
    )
  })

  it('shows a query loading, failed, empty and ready', async () => {
    await openGallery()
    const queries = within(screen.getByRole('region', { name: 'QueryView' }))
    for (const text of ['Caricamento in corso…', 'Il server non risponde.', 'Nessun preferito.', 'Hotel Miramare'])
      expect(queries.getByText(text)).toBeTruthy()
  })

  it('opens its dialogs', async () => {
    const { user } = await openGallery()
    for (const name of ['Dialog, DialogActions, ModalDialog', 'ReasonDialog', 'PhotoPicker'])
      for (const button of within(screen.getByRole('region', { name })).getAllByRole('button', { hidden: true })) {
        await user.click(button)
        expect(await screen.findByRole('dialog')).toBeTruthy()
        await user.keyboard('{Escape}')
        expect(screen.queryByRole('dialog')).toBeNull()
      }
  })

  it('switches to dark and back to the colours of the system', async () => {
    const { user } = await openGallery()
    const { dataset } = document.documentElement
    await user.click(screen.getByRole('radio', { name: 'Scuro' }))
    expect(dataset['scheme']).toBe('dark')
    await user.click(screen.getByRole('radio', { name: 'Come il sistema' }))
    expect(dataset['scheme']).toBe('system')
  })

  it.each([
    ['the setting is off', ok({ gallery: false })],
    ['Garbo runs in production', failure(404, 'Non trovato.', 'NotFound')],
  ])('is an unknown page when %s', async (_, reply) => {
    renderApp('/gallery', { ...visitor, [settings]: reply })
    expect(await screen.findByRole('heading', { level: 1, name: 'Pagina non trovata' })).toBeTruthy()
  })
})
