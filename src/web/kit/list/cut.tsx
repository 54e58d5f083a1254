/** One line of a text, with the whole of it on hover. */
export const Cut = ({ text }: { text: string | null }) =>
  text ? (
    <bdi className="block truncate" title={text}>
      {text}
    </bdi>
  ) : (
    <span className="text-muted">—</span>
  )
