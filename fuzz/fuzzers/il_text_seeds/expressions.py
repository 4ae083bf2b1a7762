x = a if b else c or not d and (e := f)
y = [i for i in range(3) if i > 1]
z = f'{x!r:>{w}}' 'more'
w = x[1:2, ...] @ -y ** 2 < z <= w
