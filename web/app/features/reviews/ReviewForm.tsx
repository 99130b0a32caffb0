import { useState, type ReactNode } from 'react'
import { Button } from '../../components/Button.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { Select } from '../../components/Select.tsx'
import { Stars } from '../../components/Stars.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { bind } from '../../shared/form.ts'
import { texts } from '../../texts.ts'
import { useReviewForm } from './review-form.ts'
import { TargetPicker, type Target } from './TargetPicker.tsx'

const { reviews: words } = texts
const choicesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))
export const reasonChoices = choicesOf(words.reasons)
const visibilityChoices = choicesOf(words.visibilities)

interface ReviewFormProps {
  readonly label: string
  /** Chosen beforehand on a business's own page; picked in the form elsewhere. */
  readonly target?: Target | undefined
  /** What the target is: a private remark on a client is for that client alone. */
  readonly of?: 'BUSINESS' | 'USER'
  readonly longestComment: number
  readonly failed: string
  readonly onSaved: () => void
  /** Stands beside the submit button. */
  readonly aside?: ReactNode
}

export function ReviewForm({
  label,
  target,
  of = 'BUSINESS',
  longestComment,
  failed,
  onSaved,
  aside,
}: ReviewFormProps) {
  const [picked, setPicked] = useState<Target | null>(target ?? null)
  const { form, pending, submit } = useReviewForm({
    targetType: of,
    targetId: picked?.id,
    failed,
    onSaved: () => {
      setPicked(target ?? null)
      onSaved()
    },
  })
  return (
    <Form label={label} onSubmit={submit} faults={form.faults}>
      {target === undefined && (
        <TargetPicker
          chosen={picked}
          onChoose={setPicked}
          error={picked === null && form.errorOf('targetId') !== undefined ? words.targetMissing : undefined}
        />
      )}
      <Stars
        legend={words.rating}
        value={form.values.rating}
        error={form.errorOf('rating')}
        onChange={(stars) => form.set('rating', stars)}
      />
      <TextArea label={words.comment} maxLength={longestComment} optional {...bind(form, 'comment')} />
      <div className="grid gap-4 @md:grid-cols-2">
        <Select label={words.reason} choices={reasonChoices} {...bind(form, 'reasonCode')} />
        {of === 'BUSINESS' && (
          <Select label={words.visibility} choices={visibilityChoices} {...bind(form, 'visibility')} />
        )}
      </div>
      <FormAlert text={form.complaint} />
      <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {aside}
        <Button type="submit" pending={pending}>
          {words.submit}
        </Button>
      </div>
    </Form>
  )
}
