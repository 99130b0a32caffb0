import { useId } from 'react'
import { avatars } from '../../../contract/fields.ts'
import { texts } from '../../texts.ts'

const { profile: words } = texts

interface AvatarPickerProps {
  readonly chosen: string
  readonly onChoose: (avatar: string) => void
}

/** Six pictures for whoever shows no face. */
export function AvatarPicker({ chosen, onChoose }: AvatarPickerProps) {
  const name = useId()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{words.avatar}</legend>
      <div className="flex flex-wrap gap-3">
        {avatars.map((avatar, n) => (
          <label key={avatar} className="relative cursor-pointer">
            <input
              type="radio"
              name={name}
              aria-label={words.avatarNumber(n + 1)}
              checked={chosen === avatar}
              onChange={() => onChoose(avatar)}
              className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <img
              src={avatar}
              alt=""
              className="size-12 rounded-full border-2 border-line peer-checked:border-brand peer-checked:ring-2 peer-checked:ring-brand peer-focus-visible:outline-2 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-brand"
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
