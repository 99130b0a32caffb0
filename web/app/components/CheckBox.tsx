import { useId, type ComponentProps } from 'react'

type CheckBoxProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'> & { readonly label: string }

export function CheckBox({ label, ...native }: CheckBoxProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <input {...native} id={id} type="checkbox" className="mt-0.5 size-5 shrink-0 accent-brand" />
      <label htmlFor={id}>{label}</label>
    </div>
  )
}
