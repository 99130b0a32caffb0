import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { useSettled } from '../../components/settled.ts'
import { TextInput } from '../../components/TextInput.tsx'
import { useUser } from '../../shared/session.ts'
import { texts } from '../../texts.ts'
import { businessesNamed } from './reviews.queries.ts'

const { reviews: words } = texts
const waitMs = 300

export interface Target {
  readonly id: string
  readonly name: string
}

interface TargetPickerProps {
  readonly chosen: Target | null
  readonly onChoose: (target: Target | null) => void
  readonly error: string | undefined
}

/** Finds a business by name; one's own is not offered. */
export function TargetPicker({ chosen, onChoose, error }: TargetPickerProps) {
  const [typed, setTyped] = useState('')
  const settled = useSettled(typed.trim(), waitMs)
  if (chosen !== null)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-sunken py-1.5 pr-2 pl-3.5">
        <p className="min-w-0 font-medium break-words">{words.targetChosen(chosen.name)}</p>
        <Button look="quiet" small onClick={() => onChoose(null)}>
          {words.targetChange}
        </Button>
      </div>
    )
  return (
    <div className="grid gap-2">
      <TextInput
        label={words.target}
        hint={words.targetHint}
        error={error}
        type="search"
        autoComplete="off"
        required
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Found words={settled} onChoose={onChoose} />
    </div>
  )
}

function Found({ words: typed, onChoose }: { readonly words: string } & Pick<TargetPickerProps, 'onChoose'>) {
  const user = useUser()
  const found = useQuery({ ...businessesNamed(typed), enabled: typed.length >= 2 })
  const others = found.data?.filter(({ id }) => id !== user.id)
  return (
    <div aria-live="polite">
      {found.isError && <p className="text-sm text-danger">{found.error.message}</p>}
      {others?.length === 0 && <p className="text-sm text-muted">{words.targetNone}</p>}
      {others !== undefined && others.length > 0 && (
        <ul className="grid gap-1 rounded-control border border-line p-1">
          {others.map(({ id, businessName, location }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => onChoose({ id, name: businessName })}
                className="min-h-11 w-full rounded-control px-3 py-1.5 text-left hover:bg-sunken"
              >
                <span className="font-medium">{businessName}</span>
                <span className="block text-sm text-muted">{location}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
