"""Pictures of the demo's coins: a sign on a coloured disc, drawn here and borrowed from nobody."""

from clearwater.domains.demo.coins import Coin

SIZES = {1: 16, 2: 14, 3: 11, 4: 9, 5: 8}


def draw(coin: Coin) -> str:
    """The picture as SVG."""
    letters = coin.symbol[:4]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" role="img">'
        f"<title>{coin.name}</title>"
        f'<circle cx="16" cy="16" r="16" fill="{coin.colour}"/>'
        '<circle cx="16" cy="16" r="13.5" fill="none" stroke="#fff" stroke-opacity=".28"/>'
        '<text x="16" y="16" fill="#fff" font-family="system-ui, sans-serif" font-weight="700"'
        f' font-size="{SIZES[len(letters)]}" text-anchor="middle" dominant-baseline="central">'
        f"{letters}</text></svg>"
    )
