"""Import statements of each form in a function, in a loop and failing."""


def run():
    results = []
    for _ in range(2):
        import os.path as path
        from string import digits, ascii_lowercase as letters
        import xml.dom
        results.append((path.basename("a/b"), digits[:3], letters[-1], xml.dom.__name__))
    for attempt in (1, 2):
        try:
            if attempt == 1:
                from string import no_such_name
            else:
                import no_such_module_here
        except ImportError as error:
            results.append((type(error).__name__, error.name))
    return results, "no_such_name" in locals()
