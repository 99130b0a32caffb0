import type { DominoEffect } from '../../../../contract/domino.ts'
import { texts } from '../../../texts.ts'

const { domino: words } = texts
const kinds: Readonly<Record<string, string>> = words.of
const sentences: Readonly<Record<string, string>> = words.what

interface ChainProps {
  readonly title: string
  readonly effects: readonly DominoEffect[]
}

/** What follows, by what it befalls; what befalls the same stands together. */
export function Chain({ title, effects }: ChainProps) {
  const places = [...new Set(effects.map(({ of }) => of))]
  return (
    <section>
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="mt-1 grid gap-2 text-sm">
        {places.map((place) => (
          <li key={place} className="border-l-2 border-edge pl-3">
            <span className="font-medium">{kinds[place] ?? words.otherKind}</span>
            <ul className="grid gap-0.5">
              {effects
                .filter(({ of }) => of === place)
                .map((effect) => (
                  <li
                    key={`${effect.what} ${effect.id ?? ''} ${effect.before ?? ''} ${effect.after ?? ''}`}
                    className="break-words"
                  >
                    {sentenceOf(effect)}
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}

const sentenceOf = (effect: DominoEffect): string =>
  [sentences[effect.what] ?? words.otherEffect, detailOf(effect)].filter((part) => part !== null).join(': ')

const detailOf = ({ what, id, amount, before, after }: DominoEffect): string | null => {
  if (what === 'OpinionChanged') return words.becomes(starsIn(before), starsIn(after))
  if (what === 'RewardRevoked') return id
  if (amount === null) return null
  if (what === 'ViolationRecorded') return words.strike(amount)
  return what === 'AvaTakenBack' ? words.ava(amount) : null
}

const starsIn = (stars: number | null): string => (stars === null ? words.starsNone : words.stars(stars))
