const openings = [30, 190, 350]
const openingOf = (x: number) => `M${x} 392V178a65 65 0 0 1 130 0v214Z`
const cypresses = [
  { x: 78, foot: 316, height: 96 },
  { x: 104, foot: 324, height: 68 },
  { x: 392, foot: 322, height: 84 },
  { x: 420, foot: 318, height: 118 },
  { x: 446, foot: 324, height: 62 },
]

/** Three arches onto the hills: the sun by day, the moon by night. */
export function Loggia() {
  return (
    <svg viewBox="0 54 510 386" aria-hidden="true" className="mx-auto w-full max-w-lg lg:self-end">
      <defs>
        <clipPath id="loggia-openings">
          {openings.map((x) => (
            <path key={x} d={openingOf(x)} />
          ))}
        </clipPath>
      </defs>
      <path d="M0 440V92a20 20 0 0 1 20-20h470a20 20 0 0 1 20 20v348Z" className="fill-(--art-wall)" />
      <path d="M0 58h510v26H0Z" className="fill-(--art-stone)" />
      <path d="M14 84h482v9H14Z" className="fill-(--art-wall-shade)" />
      <Landscape />
      {openings.map((x) => (
        <g key={x} fill="none">
          <path d={openingOf(x)} strokeWidth="9" className="stroke-(--art-stone)" />
          <path
            d={`M${x + 4.5} 350V178a60.5 60.5 0 0 1 121 0v172`}
            strokeWidth="2"
            className="stroke-(--art-wall-shade)"
          />
        </g>
      ))}
      <Balustrade />
    </svg>
  )
}

function Landscape() {
  return (
    <g clipPath="url(#loggia-openings)">
      <path d="M0 90h510v320H0Z" className="fill-(--art-sky)" />
      <circle cx="262" cy="196" r="36" className="fill-(--art-sun)" />
      <path d="M0 268c60-38 120-42 180-14s110 22 170-8 110-22 160 6v150H0Z" className="fill-(--art-far)" />
      <path d="M0 304c70-30 140-26 210 0s150 22 300-22v120H0Z" className="fill-(--art-mid)" />
      <g>
        <path d="M236 284h46v24h-46Z" className="fill-(--art-stone)" />
        <path d="M230 286l29-17 29 17Z" className="fill-(--art-wall)" />
        <path d="M262 308v-11a5 5 0 0 1 10 0v11Z" className="fill-(--art-wall-shade)" />
      </g>
      <path d="M0 330c90-26 170-28 260-10s170 8 250-14v110H0Z" className="fill-(--art-near)" />
      {cypresses.map(({ x, foot, height }) => (
        <path
          key={x}
          d={`M${x} ${foot - height}c${height / 9} ${height * 0.4} ${height / 7} ${height * 0.8} 0 ${height}c${-height / 7} ${-height * 0.2} ${-height / 9} ${-height * 0.6} 0 ${-height}Z`}
          className="fill-(--art-tree)"
        />
      ))}
    </g>
  )
}

function Balustrade() {
  return (
    <g>
      {openings.flatMap((x) =>
        [14, 39, 64, 89, 114].map((step) => (
          <path
            key={x + step}
            d={`M${x + step - 3} 358h8c-1 7 4 9 4 17s-5 9-4 17h-8c1-8-4-9-4-17s5-10 4-17Z`}
            className="fill-(--art-stone)"
          />
        )),
      )}
      <path d="M22 350h146v9H22ZM182 350h146v9H182ZM342 350h146v9H342Z" className="fill-(--art-stone)" />
      <path d="M0 392h510v14H0Z" className="fill-(--art-stone)" />
      <path d="M0 406h510v6H0Z" className="fill-(--art-wall-shade)" />
    </g>
  )
}
