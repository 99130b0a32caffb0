interface PortraitProps {
  readonly name: string
  readonly photo: string | null
}

/** A face, or its initial; the name stands beside it, so the picture says nothing more. */
export function Portrait({ name, photo }: PortraitProps) {
  if (photo !== null)
    return (
      <img
        src={photo}
        alt=""
        referrerPolicy="no-referrer"
        className="size-12 shrink-0 rounded-full bg-sunken object-cover"
      />
    )
  return (
    <span
      aria-hidden="true"
      className="grid size-12 shrink-0 place-items-center rounded-full bg-olive-soft text-lg font-semibold text-olive"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  )
}
