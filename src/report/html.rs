//! Text for pages.

/// The text with all that means something to a page's reader replaced, for elements and for quoted attributes.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // A page may not hold control characters, not even by number.
            c if c.is_control() && c != '\n' && c != '\t' => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out() {
        assert_eq!(escaped("</title><b a='x' c=\"y\">&"), "&lt;/title&gt;&lt;b a=&#39;x&#39; c=&quot;y&quot;&gt;&amp;");
        assert_eq!(escaped("a\u{0}b\u{1b}\n"), "a\u{fffd}b\u{fffd}\n");
    }
}
