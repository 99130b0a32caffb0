import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync('web/app/tokens.css', 'utf8')
const tokensOf = (part: string) =>
  Object.fromEntries(
    [...part.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', colour = '']) => [name, colour]),
  )
const [day = '', night = ''] = css.split('@media (prefers-color-scheme: dark)')
const schemes = { light: tokensOf(day), dark: { ...tokensOf(day), ...tokensOf(night) } }

const grounds = ['paper', 'surface', 'sunken']
const texts: readonly (readonly [string, readonly string[]])[] = [
  ['ink', [...grounds, 'line', 'danger-soft']],
  ['muted', grounds],
  ['brand', ['paper', 'surface', 'sunken', 'brand-soft']],
  ['brand-strong', [...grounds, 'brand-soft']],
  ['on-brand', ['brand', 'brand-strong']],
  ['olive', [...grounds, 'olive-soft']],
  ['honey-ink', ['surface', 'honey-soft']],
  ['danger', ['surface', 'danger-soft']],
  ['on-danger', ['danger', 'danger-strong']],
  ['on-grove', ['grove', 'grove-line']],
  ['on-grove-muted', ['grove']],
  ['gold', ['grove']],
  ['on-gold', ['gold', 'on-grove']],
]
const edges: readonly (readonly [string, readonly string[]])[] = [
  ['edge', grounds],
  ['focus', grounds],
  ['on-grove-muted', ['grove']],
  // series of charts
  ['brand', grounds],
  ['lake', grounds],
  ['olive', grounds],
  ['honey-ink', grounds],
]
const pairsOf = (list: typeof texts) =>
  Object.keys(schemes).flatMap((scheme) =>
    list.flatMap(([front, backs]) => backs.map((back) => [scheme, front, back] as const)),
  )

/** WCAG 2 contrast ratio, from 1 to 21. */
const contrast = (one: string, other: string) => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}
const luminance = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const between = (scheme: string, front: string, back: string) => {
  const tokens: Readonly<Record<string, string>> = schemes[scheme as keyof typeof schemes]
  return contrast(tokens[front] ?? `no --${front}`, tokens[back] ?? `no --${back}`)
}

describe('the colours', () => {
  it('are measured by the WCAG formula', () => expect(contrast('#000000', '#ffffff')).toBeCloseTo(21))

  it.each(pairsOf(texts))('WCAG AA, %s: make %s readable on %s', (...pair) =>
    expect(between(...pair)).toBeGreaterThanOrEqual(4.5),
  )

  it.each(pairsOf(edges))('WCAG AA, %s: make the line %s visible on %s', (...pair) =>
    expect(between(...pair)).toBeGreaterThanOrEqual(3),
  )
})
